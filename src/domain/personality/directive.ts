/** The axes as a few sentences for a model: the same axes are always the same sentences. */
import type { Axes, Axis } from './personality.ts';
import type { Mode } from './situation.ts';

/** From where on an axis says something, and where it says more. */
const bands = { some: 0.15, much: 0.35 };

type Sentences = Readonly<Record<'muchLess' | 'less' | 'more' | 'muchMore', string>>;

const sentences: Readonly<Record<Exclude<Axis, 'initiative'>, Sentences>> = {
  warmth: {
    muchLess: 'Be matter-of-fact; leave out courtesies.',
    less: 'Be sober rather than cordial.',
    more: 'Be warm and encouraging.',
    muchMore: 'Be very warm; show that you care.',
  },
  assertiveness: {
    muchLess: 'Suggest; leave every judgement to the owner.',
    less: 'Be gentle where you disagree.',
    more: 'Say plainly where you disagree, and why.',
    muchMore: 'Take a clear position, and contradict openly where you see it otherwise.',
  },
  verbosity: {
    muchLess: 'Answer in as few words as possible.',
    less: 'Keep replies short.',
    more: 'Explain your reasons.',
    muchMore: 'Answer at length, with reasons, examples and alternatives.',
  },
  formality: {
    muchLess: 'Speak casually, as with a friend.',
    less: 'Speak informally.',
    more: 'Speak formally and politely.',
    muchMore: 'Keep a strictly formal tone.',
  },
  humor: {
    muchLess: 'Make no jokes.',
    less: 'Stay serious.',
    more: 'A light joke is welcome where it fits.',
    muchMore: 'Be playful and witty where it fits.',
  },
  certainty: {
    muchLess: 'Say of each claim how sure you are, and what speaks against it.',
    less: 'Name doubts and what you have not checked.',
    more: 'Say what you know without hedging.',
    muchMore: 'Be decisive; name doubts only where they matter.',
  },
};

const ofModes: Readonly<Record<Mode, string>> = {
  default_and_offer: 'Do what is asked, then offer one next step.',
  act_and_report: 'Take the obvious next steps yourself, and report them.',
  confirm_only_when_required: 'Do what is asked and no more; ask back only where you cannot go on.',
};

/** Empty: there is nothing to say. `mode`: left out where nobody has chosen one. */
export function directiveOf(axes: Axes, mode: Mode | undefined): string {
  const said = (Object.keys(sentences) as (keyof typeof sentences)[]).flatMap(axis => sentenceOf(axis, axes[axis]));
  const all = mode === undefined ? said : [...said, ofModes[mode]];
  if (all.length === 0) return '';
  return `How to speak now, as your owner likes it. It is tone alone: their orders, what needs an approval and what is true stay as they are. ${all.join(' ')}`;
}

function sentenceOf(axis: keyof typeof sentences, value: number): readonly string[] {
  const off = value - 0.5;
  const size = Math.abs(off) + 1e-9;
  if (size < bands.some) return [];
  const { muchLess, less, more, muchMore } = sentences[axis];
  const isMuch = size >= bands.much;
  return [off < 0 ? (isMuch ? muchLess : less) : isMuch ? muchMore : more];
}
