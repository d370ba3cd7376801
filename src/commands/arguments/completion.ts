/**
 * `straylight completion SHELL`: a script that completes commands, what follows them, and options; made from what the
 * command line takes.
 */
import { inWords } from '../../domain/text/catalog.ts';
import { type Command, optionsOf } from './forms.ts';
import type { Shell } from './local-forms.ts';

/** A command, as far as it can be completed. */
interface Completed {
  readonly name: string;
  readonly summary: string;
  /** What may stand next; none: any words. */
  readonly verbs: readonly string[];
  readonly options: readonly { readonly name: string; readonly takesValue: boolean }[];
}

/** The script, to be read by the shell at its start; its first lines say how. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands.map(completed));
}

function completed(command: Command): Completed {
  const { name, summary, forms } = command;
  const verbs = forms.flatMap(({ words }) => words.split(' ').slice(1, 2));
  return {
    name,
    summary: inWords(summary, 'en'),
    verbs: [...new Set(verbs)],
    options: Object.entries(optionsOf(command)).map(([option, { value }]) => ({
      name: option,
      takesValue: value !== undefined,
    })),
  };
}

function bash(commands: readonly Completed[]): string {
  const cases = commands.map(
    command =>
      `    ${command.name}) verbs=${quoted(command.verbs.join(' '))}; options=${quoted(flags(command).join(' '))} ;;`,
  );
  const names = quoted(commands.map(({ name }) => name).join(' '));
  return `# straylight: completion for bash. Once:
#   straylight completion bash > ~/.local/share/bash-completion/completions/straylight
_straylight() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command= words=0 verbs= options= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      --home) ((i++)) ;;
      -*) ;;
      *) ((words++)); [ -n "$command" ] || command=\${COMP_WORDS[i]} ;;
    esac
  done
  case $command in
    '') verbs=${names}; options=${quoted(common.join(' '))}; words=1 ;;
${cases.join('\n')}
  esac
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif ((words == 1)) && [ -n "$verbs" ]; then COMPREPLY=($(compgen -W "$verbs" -- "$cur"))
  else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _straylight straylight`;
}

function zsh(commands: readonly Completed[]): string {
  const described = commands.map(({ name, summary }) => `    ${quoted(`${name}:${oneLined(summary)}`)}`);
  const cases = commands.map(({ name, verbs, options }) => {
    const specs = options.map(option => `'--${option.name}${option.takesValue ? '=:value:_files' : ''}'`);
    const next = verbs.length === 0 ? [] : [`'1: :(${verbs.join(' ')})'`];
    return `    ${name}) _arguments ${[...specs, "'--home=:folder:_files -/'", ...next, "'*: :_files'"].join(' ')} ;;`;
  });
  return lines(
    '#compdef straylight',
    '# straylight: completion for zsh. Once: straylight completion zsh > FOLDER/_straylight, FOLDER one of your $fpath',
    '_straylight() {',
    '  local -a commands',
    '  commands=(',
    ...described,
    '  )',
    '  if ((CURRENT == 2)); then _describe command commands; return; fi',
    '  local command=$words[2]',
    '  shift words; ((CURRENT--))',
    '  case $command in',
    ...cases,
    '  esac',
    '}',
    'if [ "$funcstack[1]" = _straylight ]; then _straylight "$@"; else compdef _straylight straylight; fi',
  );
}

function fish(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const first = `not __fish_seen_subcommand_from ${names}`;
  return lines(
    '# straylight: completion for fish. Once: straylight completion fish > ~/.config/fish/completions/straylight.fish',
    'complete -c straylight -f',
    "complete -c straylight -l home -r -F -d 'another home'",
    ...commands.flatMap(({ name, summary, verbs, options }) => {
      const here = `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
      return [
        `complete -c straylight -n ${quoted(first)} -a ${name} -d ${quoted(oneLined(summary))}`,
        ...(verbs.length === 0 ? [] : [`complete -c straylight ${here} -a ${quoted(verbs.join(' '))}`]),
        ...options.map(option => `complete -c straylight ${here} -l ${option.name}${option.takesValue ? ' -r' : ''}`),
      ];
    }),
  );
}

const common = ['--home', '--help', '--version'];

function flags({ options }: Completed): readonly string[] {
  return [...options.map(({ name }) => `--${name}`), '--home', '--help'];
}

function oneLined(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** In single quotes, as all three shells read them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}

function lines(...all: readonly string[]): string {
  return all.join('\n');
}
