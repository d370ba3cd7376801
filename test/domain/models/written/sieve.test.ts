import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SieveOptions } from '../../../../src/domain/models/written/reading.ts';
import { type Sieved, textSieve } from '../../../../src/domain/models/written/sieve.ts';

const tools = ['read_file', 'write_file'];

/** The same text in pieces of every size; what is shown on the way is what is there in the end. */
function sieved(text: string, more: Partial<SieveOptions> = {}, isCut = false): Sieved {
  const results = [1, 2, 3, 7, text.length].map(size => {
    const shown: string[] = [];
    const sieve = textSieve({
      tools,
      takesText: (_tool, key) => key === 'content',
      readsBareCalls: true,
      isHeld: false,
      onText: piece => shown.push(piece),
      ...more,
    });
    for (let at = 0; at < text.length; at += size) sieve.take(text.slice(at, at + size));
    const found = sieve.end(isCut);
    assert.equal(shown.join(''), found.text, `in pieces of ${size}`);
    return found;
  });
  for (const result of results) assert.deepEqual(result, results[0]);
  return results[0] as Sieved;
}

for (const [form, text] of [
  ['think', '<think>\nThey sound tired.\n</think>\n\nGood evening.'],
  ['thinking', '<thinking>They sound tired.</thinking>Good evening.'],
  ['Mistral', '[THINK]They sound tired.[/THINK]Good evening.'],
  ['Kimi', '◁think▷They sound tired.◁/think▷Good evening.'],
  ['Cohere', '<|START_THINKING|>They sound tired.<|END_THINKING|>Good evening.'],
  [
    'gpt-oss',
    '<|channel|>analysis<|message|>They sound tired.<|end|><|start|>assistant<|channel|>final<|message|>Good evening.<|return|>',
  ],
  ['Gemma', '<|channel>thought\nThey sound tired.<channel|>Good evening.'],
  ['Seed', '<seed:think>They sound tired.</seed:think>Good evening.'],
  ['a tag in capitals', '<THINK>They sound tired.</THINK> Good evening.'],
  ['a scratchpad', '<scratchpad>They sound tired.</scratchpad>Good evening.'],
  ['a monologue', '<inner_monologue>They sound tired.</inner_monologue>Good evening.'],
  [
    'Seed, with its budget',
    '<seed:think>They<seed:cot_budget_reflect>5</seed:cot_budget_reflect></seed:think>Good evening.',
  ],
  ['Arcee', '<|thinking|>They sound tired.<|/thinking|>Good evening.'],
  ['Liquid', '<|cot_start|>They sound tired.<|cot_end|>Good evening.'],
  ['an answer in a tag', '<reasoning>They sound tired.</reasoning>\n<answer>Good evening.</answer>'],
  ['a final in a tag', '<think>They sound tired.</think>\n<final>Good evening.</final>'],
  [
    'OpenThinker',
    '<|begin_of_thought|>They sound tired.<|end_of_thought|><|begin_of_solution|>Good evening.<|end_of_solution|>',
  ],
  ['GLM', '<think>They sound tired.</think>\n<|begin_of_box|>Good evening.<|end_of_box|>'],
  ['MiniMax', '<think>\nThey sound tired.</think>\n\nGood evening.[e~['],
  ['EXAONE', '<thought>They sound tired.</thought>Good evening.[|endofturn|]'],
  ['DeepSeek', '<｜begin▁of▁sentence｜>Good evening.<｜end▁of▁sentence｜>'],
  ['Llama 2', 'Good evening.</s>'],
  ['an end in other letters', '<think>They sound tired.</Think>Good evening.'],
  ['an end of another name', '<thinking>They sound tired.</think>Good evening.'],
  ['a thought within a thought', '<think>They<think>sound</think>tired.</think>Good evening.'],
  ['gpt-oss without an end', '<|channel|>analysis<|message|>They sound tired.<|channel|>final<|message|>Good evening.'],
  ['gpt-oss, words before its calls', '<|channel|>commentary<|message|>Good evening.<|end|>'],
  ['gpt-oss, its marks left out', 'analysisThey sound tired.assistantfinalGood evening.'],
  [
    'gpt-oss, whose first mark the template has written',
    'analysis<|message|>They sound tired.<|end|><|start|>assistant<|channel|>final<|message|>Good evening.',
  ],
  ['GLM, its stop', 'Good evening.<|user|>'],
  ['GLM, its stop before results', 'Good evening.<|observation|>'],
  ['an end of sequence', 'Good evening.<eos>'],
  ['a beginning of Llama', '<|start_header_id|>assistant<|end_header_id|>\n\nGood evening.<|eot_id|>'],
  ['a beginning of Gemma', '<start_of_turn>model\nGood evening.<end_of_turn>'],
  ['a model that goes on as the owner', '<think>They</think>Good evening.<|im_end|><|im_start|>user\nAnd you?'],
  ['twice', '<think>They</think>\n<think>sound tired.</think>\nGood evening.'],
  ['an end mark of the model', 'Good evening.<|im_end|>'],
] as const)
  test(`given thoughts between the marks of ${form}, then the words alone are shown`, () => {
    assert.deepEqual(sieved(text), { text: 'Good evening.', calls: [], beganInThought: false });
  });

test('given only the end of a thought, when it may begin so, then nothing before that end is shown', () => {
  for (const text of ['They sound tired.\n</think>\n\nGood evening.', 'They sound tired.</think>Good evening.'])
    assert.deepEqual(sieved(text, { isHeld: true }), { text: 'Good evening.', calls: [], beganInThought: true });
});

test('given a beginning that the template writes in words, when only its end is marked, then the answer alone is shown', () => {
  const text = 'They sound tired.\n[BEGIN FINAL RESPONSE]\nGood evening.\n[END FINAL RESPONSE]\n<|end|>';
  assert.equal(sieved(text, { isHeld: true }).text.trim(), 'Good evening.');
});

test('given only the end of a thought with words right before and behind it, when the reply was not held back, then the answer alone is kept', () => {
  for (const end of ['</think>', '[/THINK]', '◁/think▷']) {
    const sieve = textSieve({ tools, takesText: () => false, readsBareCalls: true, isHeld: false, onText() {} });
    sieve.take(`They sound tired.${end}Good evening.`);
    assert.equal(sieve.end(false).text, 'Good evening.');
  }
});

test('given a reply that was held back and has no thought, then it is whole', () => {
  for (const text of ['Good evening.', '\n Good evening, <b>you</b>', 'Use `</think>` to end it.', ''])
    assert.equal(sieved(text, { isHeld: true }).text, text);
});

test('given a thought without an end, then nothing of it is shown', () => {
  assert.equal(sieved('<think>They sound tired and').text, '');
});

test('given words about marks, when they stand in code or in a sentence, then they are shown', () => {
  for (const text of [
    '<answer>Good evening.</answer>',
    'Struck out is <s>this</s>',
    'A </s> within, and more.',
    'The mark `<think>` begins it, `</think>` ends it.',
    'First <think> and then </think>, in a sentence.',
    '```xml\n<think>\nno\n</think>\n<tool_call>{}</tool_call>\n```\nSee?',
    'Mistral sets [THINK] and [/THINK] around thoughts, Kimi ◁think▷ and ◁/think▷.',
    'The mark "<|im_end|>" ends a turn, and **<|eot_id|>** that of Llama (or <|eom_id|>).',
    'Then <|end|> and <|start|>assistant follow.',
    'Two marks:\n<|im_end|> ends a turn\n- <|return|>: the reply\n| <|end|> | a part |',
    'The mark [TOOL_CALLS] begins a call.',
    '[TOOL_CALLS] begins a call of Mistral.',
    'Llama sets <|python_tag|> before a call, DeepSeek <｜tool▁calls▁begin｜> before all.',
    'gpt-oss writes <|channel|>analysis<|message|> before its thoughts.',
    'A `<tool_call>` is a call; a < b, [1] and {x}.',
    'The word <tool_call> is used by Hermes.',
    '```js\nconst a = `x`;\n```',
    '```json\n{"name": "Anna", "age": 3}\n```\nThat is Anna.',
    '```json\n{"name": "no_such_tool", "arguments": {}}\n```',
    '{"mood": "good"}',
    '[1, 2, 3]',
    '  leading and trailing  ',
    'a ``` b',
  ])
    assert.deepEqual(sieved(text), { text, calls: [], beganInThought: false }, text);
});

const call = { name: 'read_file', arguments: '{"path":"a.txt"}' };
const json = '{"name": "read_file", "arguments": {"path": "a.txt"}}';
for (const [form, text] of [
  ['Hermes', `<tool_call>\n${json}\n</tool_call>`],
  ['Hermes without an end', `<tool_call>\n${json}`],
  ['Hermes, in a block', `<tool_call>\n\`\`\`json\n${json}\n\`\`\`\n</tool_call>`],
  ['Hermes, a bracket too many', `<tool_call>${json}}</tool_call>`],
  ['Hermes, a bracket too few', `<tool_call>${json.slice(0, -1)}</tool_call>`],
  ['Hermes, a comma too many', `<tool_call>${json.replace('}}', ',}}')}</tool_call>`],
  ['Hermes, begun twice', `<tool_call>\n<tool_call>\n${json}\n</tool_call>\n</tool_call>`],
  ['Hermes without a beginning', `${json}\n</tool_call>`],
  ['Mistral, its end', `[TOOL_CALLS][${json}]</s>`],
  ['Llama, the bracket left out', '<function=read_file{"path": "a.txt"}</function>'],
  [
    'Qwen3-Coder without its beginning',
    '<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>',
  ],
  [
    'Kimi without a section',
    '<|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.txt"}<|tool_call_end|>',
  ],
  [
    'Kimi, its section misspelt',
    '<|tool_call_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.txt"}<|tool_call_end|><|tool_call_section_end|>',
  ],
  ['DeepSeek without a section', '<｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a.txt"}<｜tool▁call▁end｜>'],
  [
    'DeepSeek, its outer mark left out',
    '<｜DSML｜invoke name="read_file"><｜DSML｜parameter name="path" string="true">a.txt</｜DSML｜parameter></｜DSML｜invoke>',
  ],
  [
    'gpt-oss without functions',
    '<|channel|>commentary to=read_file <|constrain|>json<|message|>{"path": "a.txt"}<|call|>',
  ],
  ['a block of Python', '```tool_call\nread_file(path="a.txt")\n```'],
  ['OpenAI, as text', `{"tool_calls": [{"type": "function", "function": ${json}}]}`],
  ['Mistral, as a list', `[TOOL_CALLS][${json}]`],
  ['Mistral, by name', '[TOOL_CALLS]read_file[ARGS]{"path": "a.txt"}'],
  ['Mistral, by name with an id', '[TOOL_CALLS]read_file[CALL_ID]abc123[ARGS]{"path": "a.txt"}'],
  ['Llama', '<|python_tag|>{"name": "read_file", "parameters": {"path": "a.txt"}}<|eom_id|>'],
  ['Llama, in Python', '<|python_tag|>read_file.call(path="a.txt")'],
  ['Llama, as a function', '<function=read_file>{"path": "a.txt"}</function>'],
  ['Llama, bare', '{"type": "function", "name": "read_file", "parameters": {"path": "a.txt"}}'],
  ['Llama, as a list in Python', '[read_file(path="a.txt")]'],
  ['a code block', `\`\`\`json\n${json}\n\`\`\``],
  ['a code block without an end', `\`\`\`tool_call\n${json}`],
  ['a code block with marks', `\`\`\`\n<tool_call>${json}</tool_call>\n\`\`\``],
  [
    'Qwen3-Coder',
    '<tool_call>\n<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>',
  ],
  ['GLM', '<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n</tool_call>'],
  [
    'MiniMax',
    '<minimax:tool_call><invoke name="read_file"><parameter name="path">a.txt</parameter></invoke></minimax:tool_call>',
  ],
  [
    'Claude',
    '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a.txt</parameter>\n</invoke>\n</function_calls>',
  ],
  [
    'Kimi',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.txt"}<|tool_call_end|><|tool_calls_section_end|>',
  ],
  [
    'DeepSeek',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "a.txt"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    'DeepSeek V3.1',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a.txt"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    'gpt-oss',
    '<|channel|>analysis<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path": "a.txt"}<|call|>',
  ],
  ['Granite', `<|tool_call|>[${json}]`],
  ['Phi', `<|tool_call|>[${json}]<|/tool_call|>`],
  ['Phi, older', `functools[${json}]`],
  ['Nemotron', `<TOOLCALL>[${json}]</TOOLCALL>`],
  ['Command R', '<|START_ACTION|>[{"tool_name": "read_file", "parameters": {"path": "a.txt"}}]<|END_ACTION|>'],
  ['InternLM', '<|action_start|><|plugin|>{"name": "read_file", "parameters": {"path": "a.txt"}}<|action_end|>'],
  ['LM Studio', `[TOOL_REQUEST]${json}[END_TOOL_REQUEST]`],
  ['Gemma, with JSON', '<|tool_call>call:read_file{"path": "a.txt"}<tool_call|>'],
  ['Gemma', '```tool_code\nread_file(path="a.txt")\n```'],
  ['Gemma, printed', '```tool_code\nprint(read_file(path="a.txt"))\n```'],
  ['FunctionGemma', '<start_function_call>call:read_file{path:<escape>a.txt<escape>}<end_function_call>'],
  ['Gemma 4', '<|tool_call>call:read_file{path:<|"|>a.txt<|"|>}<tool_call|><turn|>'],
  ['Llama 4', '<|python_start|>[read_file(path="a.txt")]<|python_end|>'],
  [
    'Step',
    '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="read_file"><steptml:parameter name="path">a.txt</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
  ],
  ['LFM2', '<|tool_call_start|>[read_file(path="a.txt")]<|tool_call_end|>'],
  [
    'Apertus',
    '<|inner_prefix|>I look.<|inner_suffix|><|tools_prefix|>[{"read_file": {"path": "a.txt"}}]<|tools_suffix|>',
  ],
  ['LongCat', `<longcat_tool_call>\n${json}\n</longcat_tool_call>`],
  [
    'LongCat, by keys',
    '<longcat_tool_call>read_file\n<longcat_arg_key>path</longcat_arg_key>\n<longcat_arg_value>a.txt</longcat_arg_value>\n</longcat_tool_call>',
  ],
  ...['function_calls', 'tool_calls'].map(
    name =>
      [
        `DeepSeek, ${name}`,
        `<｜DSML｜${name}>\n<｜DSML｜invoke name="read_file">\n<｜DSML｜parameter name="path" string="true">a.txt</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜${name}>`,
      ] as const,
  ),
  ['a thought before it', `<think>I look.</think>\n<tool_call>${json}</tool_call>`],
  ['OpenAI, written', '{"tool_calls": 1}'],
] as const)
  test(`given a call in the form of ${form}, then it is made a call, and nothing of it is shown`, () => {
    const found = sieved(text);
    if (form === 'OpenAI, written') return assert.equal(found.text, text);
    assert.deepEqual(found, { text: '', calls: [call], beganInThought: false });
  });

test('given several calls with words before them, then each is made, and the words stay', () => {
  const other = '{"name": "write_file", "arguments": {"path": "b.txt"}}';
  for (const text of [
    `I look.\n<tool_call>${json}</tool_call>\n<tool_call>${other}</tool_call>`,
    `I look.\n<tool_call>${json}<tool_call>${other}</tool_call>`,
    `I look.\n<tool_calls>[${json}, ${other}]</tool_calls>`,
    `I look.\n<|python_tag|>${json}; ${other}`,
  ]) {
    const found = sieved(text);
    assert.deepEqual([found.text.trim(), found.calls.map(({ name }) => name)], ['I look.', tools], text);
  }
});

test('given arguments in the forms of Gemma, DeepSeek and Python, then texts stay texts, and numbers, lists and objects are these', () => {
  for (const text of [
    '<|tool_call>call:write_file{path:<|"|>a, {b}: "c"<|"|>,depth:3,tags:[<|"|>x<|"|>,1],more:{is_new:true}}<tool_call|>',
    '<｜DSML｜tool_calls><｜DSML｜invoke name="write_file"><｜DSML｜parameter name="path" string="true">a, {b}: "c"</｜DSML｜parameter><｜DSML｜parameter name="depth" string="false">3</｜DSML｜parameter><｜DSML｜parameter name="tags" string="false">["x",1]</｜DSML｜parameter><｜DSML｜parameter name="more" string="false">{"is_new":true}</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜tool_calls>',
  ])
    assert.deepEqual(
      sieved(text).calls.map(({ arguments: input }) => JSON.parse(input)),
      [{ path: 'a, {b}: "c"', depth: 3, tags: ['x', 1], more: { is_new: true } }],
      text,
    );
  const text =
    '<｜DSML｜tool_calls><｜DSML｜invoke name="write_file"><｜DSML｜parameter name="depth" string="true">42</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜tool_calls>';
  assert.deepEqual(sieved(text).calls, [{ name: 'write_file', arguments: '{"depth":"42"}' }]);
  assert.deepEqual(sieved('[read_file(path="a.txt"), write_file(path=\'b), c\', tags=["x"], is_new=True)]').calls, [
    call,
    { name: 'write_file', arguments: '{"path":"b), c","tags":["x"],"is_new":true}' },
  ]);
});

test('given a value that looks like a number, when the tool takes text there, then it is text', () => {
  const text =
    '<tool_call><function=write_file><parameter=content>42</parameter><parameter=depth>42</parameter></function></tool_call>';
  assert.deepEqual(sieved(text).calls, [{ name: 'write_file', arguments: '{"content":"42","depth":42}' }]);
});

test('given what stands between marks of a call and is none, then that is said, and it is not shown', () => {
  const found = sieved('<tool_call>read the file please</tool_call>');
  assert.deepEqual([found.text, found.calls, found.unread], ['', [], '<tool_call>read the file please']);
});

test('given a call at the end of a thought that never ended, then it is made, and one within a thought that did end is not', () => {
  const call = '<tool_call>{"name":"read_file","arguments":{"path":"a"}}</tool_call>';
  assert.deepEqual(sieved(`<think>I look.\n${call}`), {
    text: '',
    calls: [{ name: 'read_file', arguments: '{"path":"a"}' }],
    beganInThought: false,
  });
  assert.deepEqual(sieved(`<think>I could call ${call}`).calls, []);
  assert.deepEqual(sieved(`<think>I look.\n${call}`, {}, true).calls, []);
  assert.deepEqual(sieved(`<think>\n${call}\n</think>Good evening.`).calls, []);
});

test('given a stray end behind an answer, a code block between tildes and indented code, then nothing of the answer is lost', () => {
  assert.equal(sieved('<think>They</think>Good evening.\n</think>').text, 'Good evening.\n');
  for (const text of [
    'Look:\n~~~xml\n<think>a</think>\n~~~\nfine',
    'Look:\n\n    <think>a</think>\n\nfine',
    'analysis of it: it is assistantfinal',
    'The roles are <|user|> and <|assistant|>.',
  ])
    assert.equal(sieved(text).text, text);
});

test('given a call to which gpt-oss gives its name in the role, then it is made', () => {
  for (const head of ['<|start|>assistant to=functions.', '<|channel|>analysis to=functions.'])
    assert.deepEqual(sieved(`${head}read_file<|channel|>commentary json<|message|>{"path":"a"}<|call|>`).calls, [
      { name: 'read_file', arguments: '{"path":"a"}' },
    ]);
});

test('given a call that breaks off, or with marks in its texts, then nothing is made up and nothing taken out', () => {
  assert.deepEqual(sieved('<tool_call>{"name":"read_file","arguments":{"depth": "5').calls, []);
  assert.deepEqual(sieved('<tool_call>{"name":"read_file","arguments":{"path":"a","depth":5').calls, []);
  const content = 'a</function> and </tool_call> and b';
  assert.deepEqual(sieved(`[TOOL_CALLS]write_file${JSON.stringify({ content })}`).calls, [
    { name: 'write_file', arguments: JSON.stringify({ content }) },
  ]);
});

test('given a limit within a call, then there is no call, and it is known whose it was', () => {
  const none = { text: '', calls: [], beganInThought: false };
  assert.deepEqual(sieved('<tool_call>{"name": "read_file", "argum', {}, true), { ...none, cutCall: 'read_file' });
  assert.deepEqual(sieved('<tool_call>{"na', {}, true), { ...none, cutCall: '' });
});
