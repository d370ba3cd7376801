/**
 * Marks that templates of models put into text, where a server does not take them out: around thoughts, around tool
 * calls, and between the parts of a reply.
 *
 * Collected from the templates of the models themselves and from the parsers of vLLM, SGLang and llama.cpp (2026-11).
 */

/** A thought stands between the two; the end may stand alone, where the template has written the beginning. */
export interface ThoughtMark {
  readonly open: string;
  readonly close: string;
  /** Its end is met without its beginning. */
  readonly isMetAlone?: boolean;
  /** What ends it as well, and stands for itself. */
  readonly before?: readonly string[];
}

export const thoughtMarks: readonly ThoughtMark[] = [
  ...['think', 'thinking', 'seed:think', 'mm:think', 'thought', 'reasoning'].map(name => tag(name, true)),
  ...['THINK', 'Think', 'THINKING', 'Thinking', 'THOUGHT'].map(name => tag(name, true)),
  ...['thoughts', 'reason', 'reflection', 'scratchpad', 'inner_monologue'].map(name => tag(name, false)),
  tag('seed:cot_budget_reflect', false),
  { open: '[THINK]', close: '[/THINK]', isMetAlone: true },
  { open: '◁think▷', close: '◁/think▷', isMetAlone: true },
  { open: '<|think|>', close: '<|/think|>', isMetAlone: true },
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>', isMetAlone: true },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>', isMetAlone: true },
  { open: '<|thinking|>', close: '<|/thinking|>', isMetAlone: true },
  { open: '<|cot_start|>', close: '<|cot_end|>', isMetAlone: true },
  // the template has written the beginning, in words
  { open: '[BEGIN REASONING]', close: '[BEGIN FINAL RESPONSE]', isMetAlone: true },
  { open: '<|channel|>analysis<|message|>', close: '<|end|>', before: ['<|start|>', '<|channel|>', '<|return|>'] },
  { open: '<|channel>thought', close: '<channel|>' },
  { open: '<unused94>thought', close: '<unused95>' },
  { open: '<|inner_prefix|>', close: '<|inner_suffix|>' },
];

/** A call stands between the two; where `close` is empty, up to the end of the reply. */
export interface CallMark {
  readonly open: string;
  readonly close: string;
}

export const callMarks: readonly CallMark[] = [
  { open: '<tool_call>', close: '</tool_call>' },
  { open: '<tool_calls>', close: '</tool_calls>' },
  { open: '<function_call>', close: '</function_call>' },
  { open: '<function_calls>', close: '</function_calls>' },
  { open: '<minimax:tool_call>', close: '</minimax:tool_call>' },
  { open: '<seed:tool_call>', close: '</seed:tool_call>' },
  { open: '<TOOLCALL>', close: '</TOOLCALL>' },
  { open: '<|tool_call|>', close: '<|/tool_call|>' },
  { open: '<|tool_call>', close: '<tool_call|>' },
  { open: '<|tool_calls|>', close: '<|/tool_calls|>' },
  { open: '<|START_ACTION|>', close: '<|END_ACTION|>' },
  { open: '<|action_start|><|plugin|>', close: '<|action_end|>' },
  { open: '<|tool_calls_section_begin|>', close: '<|tool_calls_section_end|>' },
  // Kimi and DeepSeek may leave out or misspell what stands around their calls
  { open: '<|tool_call_section_begin|>', close: '<|tool_call_section_end|>' },
  { open: '<|tool_call_begin|>', close: '<|tool_call_end|>' },
  { open: '<｜tool▁call▁begin｜>', close: '<｜tool▁call▁end｜>' },
  { open: '<｜tool▁calls▁begin｜>', close: '<｜tool▁calls▁end｜>' },
  { open: '<|tool▁calls▁begin|>', close: '<|tool▁calls▁end|>' },
  // the name has functions. before it, or not
  { open: '<|channel|>commentary to=', close: '<|call|>' },
  { open: '<|channel|>analysis to=', close: '<|call|>' },
  { open: '<|start|>assistant to=', close: '<|call|>' },
  { open: '<function=', close: '</function>' },
  { open: '<invoke name=', close: '</invoke>' },
  { open: '<｜DSML｜function_calls>', close: '</｜DSML｜function_calls>' },
  { open: '<｜DSML｜tool_calls>', close: '</｜DSML｜tool_calls>' },
  { open: '<｜DSML｜invoke name=', close: '</｜DSML｜invoke>' },
  { open: '<|DSML|function_calls>', close: '</|DSML|function_calls>' },
  { open: '<|DSML|tool_calls>', close: '</|DSML|tool_calls>' },
  { open: '<｜tool_calls_begin｜>', close: '<｜tool_calls_end｜>' },
  { open: '<longcat_tool_call>', close: '</longcat_tool_call>' },
  { open: '<start_function_call>', close: '<end_function_call>' },
  { open: '<|tool_call_start|>', close: '<|tool_call_end|>' },
  { open: '<|tools_prefix|>', close: '<|tools_suffix|>' },
  { open: '<|python_start|>', close: '<|python_end|>' },
  { open: '[TOOL_CALLS]', close: '' },
  { open: '[TOOL_REQUEST]', close: '[END_TOOL_REQUEST]' },
  { open: '<|python_tag|>', close: '' },
];

/** What stands between the parts of a reply or at its end, and says nothing. */
export const emptyMarks: readonly string[] = [
  '<|start|>assistant',
  '<|channel|>final<|message|>',
  // words before its calls
  '<|channel|>commentary<|message|>',
  '<|channel|>final <|constrain|>json<|message|>',
  '<|return|>',
  '<|end|>',
  '<|END_RESPONSE|>',
  '<|START_RESPONSE|>',
  '<|im_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|endoftext|>',
  '<|end_of_text|>',
  '<|end_of_sentence|>',
  '<end_of_turn>',
  '<turn|>',
  '<｜end▁of▁sentence｜>',
  '<｜begin▁of▁sentence｜>',
  '<|begin_of_solution|>',
  '<|end_of_solution|>',
  '<|begin_of_box|>',
  '<|end_of_box|>',
  '<|im_start|>assistant',
  '<|im_sep|>',
  '<|eot|>',
  '<|eom|>',
  '<|role_end|>',
  '<|END_OF_TURN_TOKEN|>',
  '<end_of_utterance>',
  '[|endofturn|]',
  '[END FINAL RESPONSE]',
  '[e~[',
];

/** What begins a turn of the owner: behind the end of a reply, a model that goes on has made it up. */
export const ownersTurns: readonly string[] = [
  '<|im_start|>user',
  '<|start_header_id|>user<|end_header_id|>',
  '<start_of_turn>user',
  '<|turn>user',
  '<｜User｜>',
  '<|user|>',
  '<|start|>user',
];

/** What begins a turn of the model, before its first word. */
export const modelsTurns: readonly string[] = [
  '<|begin_of_text|>',
  '<|start_header_id|>assistant<|end_header_id|>',
  '<start_of_turn>model',
  '<|turn>model',
  '<｜Assistant｜>',
  '<|assistant|>',
];

/** At the very end of a reply these are the end of its template; anywhere else they may be a tag of HTML, or words. */
export const lastMarks: readonly string[] = ['</s>', '<eos>', '<|user|>', '<|observation|>', '<|endofturn|>'];

/** Names of tags in which some models set their answer, right behind their thoughts. */
const answerTags = ['answer', 'final_answer', 'response', 'final', 'solution'] as const;

/** Ends of thoughts that are met without a beginning. */
export const closers: readonly string[] = thoughtMarks.flatMap(({ close, isMetAlone }) => (isMetAlone ? [close] : []));

/** Ends of calls; one that is left over behind a call says nothing. */
export const callEnds: readonly string[] = [...new Set(callMarks.map(({ close }) => close))].filter(
  close => close !== '',
);

/** Around an answer. */
export const answerMarks: readonly string[] = answerTags.flatMap(name => [`<${name}>`, `</${name}>`]);

/** Whatever is looked for in text. */
export const allMarks: readonly string[] = [...thoughtMarks, ...callMarks]
  .map(({ open }) => open)
  .concat(emptyMarks, ownersTurns, modelsTurns, closers, callEnds, answerMarks, lastMarks);

function tag(name: string, isMetAlone: boolean): ThoughtMark {
  return { open: `<${name}>`, close: `</${name}>`, isMetAlone };
}
