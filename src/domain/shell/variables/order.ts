/**
 * Which variables of a text may hold something else than its assignments say, where they are used: nothing yet (the
 * assignment comes later, under a condition, or in a shell of its own), nothing any more (`unset`, `shift`), or another
 * form of it (`declare -u`).
 */
import { type Command, forEachChild, type Pipeline, type Script, type Statement, type SyntaxNode } from 'unbash';
import { settingOf } from './setters.ts';

const deepest = 120;

type Names = Set<string>;

/** Answers for each name of a variable, `1` and `@` as well. */
export function unsureIn(script: Script): (name: string) => boolean {
  const order = new Order();
  order.run(script, new Set(), 0);
  return name => order.isAnything || order.unsure.has(isPositional.test(name) ? '@' : name);
}

const isPositional = /^([1-9]\d*|[@*])$/;

/** `shift`, and `set` with words. */
export function changesArguments({ name, args }: Command): boolean {
  const all = [name?.value ?? '', ...args.map(arg => (arg.type === 'Word' ? arg.value : arg.text))];
  const [program, ...words] = /^(command|builtin)$/.test(all[0] ?? '') ? all.slice(1) : all;
  return program === 'shift' || (program === 'set' && words.some(word => !/^[-+]/.test(word) || word === '--'));
}

class Order {
  readonly unsure: Names = new Set();
  /** Something sets or clears variables that it does not name. */
  isAnything = false;
  #hasArguments = false;

  /** `sure`: what is set for certain by now; what the node sets is added. */
  run(node: SyntaxNode, sure: Names, depth: number): void {
    if (depth > deepest) {
      this.isAnything = true;
      return;
    }
    const apart = (child: SyntaxNode, ...names: readonly string[]) =>
      this.run(child, new Set([...sure, ...names]), depth + 1);
    const each = () => forEachChild(node, child => this.run(child, sure, depth + 1));
    switch (node.type) {
      case 'SimpleExpansion':
        this.#use(node.text.slice(1), sure);
        return;
      case 'ParameterExpansion':
        this.#use(node.parameter, sure);
        each();
        return;
      case 'Command':
        this.#command(node, sure, depth);
        return;
      case 'Statement':
        if ((node as Statement).background) forEachChild(node, child => apart(child));
        else each();
        return;
      case 'Pipeline':
        if ((node as Pipeline).commands.length > 1) forEachChild(node, child => apart(child));
        else each();
        return;
      case 'AndOr': {
        const after = new Set(sure);
        for (const [at, command] of node.commands.entries()) {
          if (node.operators[at - 1] === '||') this.run(command, new Set(sure), depth + 1);
          else this.run(command, at === 0 ? sure : after, depth + 1);
          if (at === 0) for (const name of sure) after.add(name);
        }
        return;
      }
      case 'If':
        this.#choice(node, sure, depth);
        return;
      case 'For':
      case 'Select': {
        for (const word of node.wordlist ?? []) this.run(word, sure, depth + 1);
        apart(node.body, ...(node.type === 'For' ? [node.name.value] : []));
        return;
      }
      case 'While':
      case 'Case':
      case 'ArithmeticFor':
      case 'Subshell':
      case 'Coproc':
      case 'Function':
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion': {
        const inside = new Set(sure);
        // the parts of a case are apart from one another, those of a loop follow one another
        forEachChild(node, child => this.run(child, node.type === 'Case' ? new Set(sure) : inside, depth + 1));
        return;
      }
      default:
        each();
    }
  }

  #use(name: string, sure: Names): void {
    if (isPositional.test(name)) {
      if (!sure.has('@')) this.unsure.add('@');
    } else if (!sure.has(name)) this.unsure.add(name);
  }

  /** What each of its ways sets, is set; without an `else` none of them may be gone. */
  #choice(node: Extract<SyntaxNode, { type: 'If' }>, sure: Names, depth: number): void {
    this.run(node.clause, sure, depth + 1);
    const ways = [node.then, ...node.elif.map(({ then }) => then), ...(node.else ? [node.else] : [])].map(way => {
      const inside = new Set(sure);
      this.run(way, inside, depth + 1);
      return inside;
    });
    for (const { clause } of node.elif) this.run(clause, new Set(sure), depth + 1);
    if (node.else) for (const name of ways[0] ?? []) if (ways.every(way => way.has(name))) sure.add(name);
  }

  #command(node: Command, sure: Names, depth: number): void {
    forEachChild(node, child => this.run(child, sure, depth + 1));
    if (node.name === undefined) {
      for (const part of node.prefix) if (part.type === 'Assignment') sure.add(part.name);
      return;
    }
    const words = node.args.map(arg => (arg.type === 'Word' ? arg.value : arg.text));
    if (changesArguments(node)) {
      if (this.#hasArguments || words[0] !== '--') this.unsure.add('@');
      this.#hasArguments = true;
      sure.add('@');
    }
    const setting = settingOf(node);
    if (setting?.kind === 'anything') this.isAnything = true;
    else if (setting?.kind === 'inner') this.run(setting.script, new Set(sure), depth + 1);
    else if (setting?.kind === 'unsets') {
      if (words.some(word => /[$`]/.test(word))) this.isAnything = true;
      for (const one of setting.names) this.unsure.add(one);
    } else if (setting?.kind === 'declares') this.#declares(node, words, setting.names, sure);
  }

  /** An option may change what a value becomes; `local x` hides the one there was. */
  #declares(node: Command, words: readonly string[], names: readonly string[], sure: Names): void {
    const isPlain = words.every(word => !/^[-+]/.test(word) || /^-[xgr]+$/.test(word));
    const keeps = /^(export|readonly)$/.test(node.name?.value ?? '');
    const given = new Set(node.args.flatMap(arg => (arg.type === 'Assignment' ? [arg.name] : [])));
    for (const name of names)
      if (!isPlain || (!keeps && !given.has(name))) this.unsure.add(name);
      else if (given.has(name)) sure.add(name);
  }
}
