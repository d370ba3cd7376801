/**
 * What an operation is: one thing an owner can ask or do, declared and carried out in one place.
 *
 * From the declaration come its HTTP route with the checks of what is sent, its entry in `/api/openapi.json`, the typed
 * clients, the arguments of the command line and the slash commands of channels. Schemas are functions: they are made
 * when first needed, so that a start does not wait for them.
 */
import type { ZodObject, ZodRawShape, ZodType, z } from 'zod';
import type { Words } from '../domain/text/catalog.ts';
import type { CommandForm } from './command-form.ts';
import type { Provided } from './provided.ts';
import type { Refusal } from './refusal.ts';
import type { Look, View } from './view.ts';

/** `reader` looks and changes nothing, `owner` acts. */
export type Role = 'reader' | 'owner';

/**
 * Where an operation can be asked for: by any program over HTTP, on the page, on the command line, as `/name` in a
 * chat, by the buttons of a channel.
 */
export type Place = 'http' | 'page' | 'command' | 'slash' | 'buttons';

/** Its route. Each `{name}` of the path is a field of the input; the others are the query of a GET, else the body. */
export interface Http {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  /** Of a success; without it 200 for who reads and 202 for who acts. */
  readonly status?: number;
  /** Of its body, where that may be larger than others. */
  readonly bodyBytes?: number;
  /** The answer is a file; its name, from the input. */
  readonly file?: (input: never) => string;
}

/** Who asks, as far as we know it ourselves: nothing of this is taken from what was sent but the id of the command. */
export interface Caller {
  /** `web`, `cli`, `telegram`, `program`; it stands in the audit chain. */
  readonly by: string;
  readonly role: Role;
  readonly commandId?: string;
  /** The conversation of a chat in which it is asked. */
  readonly from?: string;
  /** Where a stream goes on for one who reads the state now. */
  readonly mark?: (boot: string) => { readonly boot: string; readonly cursor: string };
}

/** Asks for another operation by its whole name. */
export type Ask = (operation: string, input: object) => Promise<unknown>;

/** Who asks, and the other operations, as the same one may ask for them. */
export interface Asking extends Caller {
  readonly others: {
    find(name: string): Operation | undefined;
    readonly call: Ask;
  };
}

type MaybeText = string | undefined;

export interface Operation<
  Shape extends ZodRawShape = ZodRawShape,
  Output = unknown,
  Missing extends MaybeText = MaybeText,
  Need extends keyof Provided = keyof Provided,
> {
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly role: Role;
  /** The agent has to run for it: a command that asks for it starts one for as long as it takes. */
  readonly wakes?: true;
  readonly http: Http;
  readonly offered: readonly Place[];
  /** How it is asked for on the command line; without it, by a command that does more (`ask`, `secret`). */
  readonly commands?: readonly CommandForm[];
  /** How it is asked for in a chat, where the words there are others. */
  readonly slash?: readonly CommandForm[];
  /** The fields it takes. The description of each ends the sentence "expected NAME to be …". */
  readonly input: () => Shape;
  readonly output: () => ZodType<Output>;
  /**
   * What there may be none of, the end of a sentence that begins "there is no such". Then it answers `undefined`, over
   * HTTP 404.
   */
  readonly missing?: Missing;
  /** Fields that mean something only beside certain values of another one: elsewhere they are refused. */
  readonly only?: { readonly beside: string; readonly fields: Readonly<Record<string, readonly string[]>> };
  /** What else is wrong with an input whose fields are right, in a sentence. `by`: from where it comes (service.ts). */
  readonly check?: (sent: Readonly<Record<string, unknown>>, by: string) => string | Words | undefined;
  /**
   * Of an act: over HTTP an id of the asker's making has to come with it, unless it may (`taken`) or must not (`none`).
   * A repeat under the same id answers what the first one did.
   */
  readonly commandId?: 'taken' | 'none';
  /** What it is carried out with; where one of these is not there, it is refused. */
  readonly needs?: readonly Need[];
  /** Carries it out. Undefined: there is none of what it is asked about (`missing`). */
  run(
    provided: Pick<Provided, Need>,
    input: z.output<ZodObject<Shape>>,
    caller: Asking,
  ): Results<Output, Missing> | Promise<Results<Output, Missing>>;
  /**
   * Its answer as it is shown, wherever it is offered. With it nothing else has to be written for the command line, for
   * slash commands, for Telegram and for the page.
   */
  view?(answer: NoInfer<Output>, look: Look, input: z.input<ZodObject<Shape>>): View;
  /** The conversation it leads to, for a chat in which it was typed. */
  leadsTo?(answer: NoInfer<Output>): string;
  /** Steps are to be shown from now on, or no more: for a chat that shows them as they come. */
  showsSteps?(answer: NoInfer<Output>): boolean;
  /**
   * Whether what was asked for was done. `open`: in part, or not yet. Without `done` a command ends with 1; where it did
   * `nothing`, why stands on standard error.
   */
  outcome?(answer: NoInfer<Output>): 'done' | 'open' | 'nothing';
  /** Its answer may say no: over HTTP that is a refusal, from which the client has the answer again. */
  readonly refusing?: {
    toRefusal(answer: NoInfer<Output>): Refusal | undefined;
    toAnswer(refusal: Refusal): NoInfer<Output> | undefined;
  };
  /** What `--json` prints of its answer, if not all of it. */
  json?(answer: NoInfer<Output>, input: z.input<ZodObject<Shape>>): unknown;
  /** The operation of its subject that shows what it is about: asked before it is said what would be done with it. */
  readonly about?: string;
  /** Said where there is none of what it is asked about. */
  absent?(input: z.output<ZodObject<Shape>>, look: Look): string;
  /**
   * What it would do, a line each: said first, and done only when that is confirmed. None: it is done at once. For what
   * a form always says of itself there is `will`.
   */
  ahead?(ask: Ask, input: z.input<ZodObject<Shape>>, look: Look): Promise<readonly string[]>;
  /** What was typed, as it is sent: a text may name further fields. */
  typed?(input: z.input<ZodObject<Shape>>): z.input<ZodObject<Shape>>;
}

type Results<Output, Missing extends MaybeText> = NoInfer<Output> | (Missing extends string ? undefined : never);

/** The operations of one subject by name. */
export type Subject = Readonly<Record<string, Operation>>;

/** What is sent to an operation. */
export type Sent<Op> = Op extends { input(): infer Shape extends ZodRawShape } ? z.input<ZodObject<Shape>> : never;

/** What an implementation gets, by the function that makes the fields. */
export type Fields<Input extends () => ZodRawShape> = z.output<ZodObject<ReturnType<Input>>>;

/** What it answers. */
export type Answered<Op> = Op extends { output(): ZodType<infer Output>; readonly missing?: infer Missing }
  ? Output | ([Missing & string] extends [never] ? never : undefined)
  : never;

/** Declares an operation; the types of its input and output are read from it. */
export function operation<
  Shape extends ZodRawShape,
  Output,
  Missing extends MaybeText = undefined,
  Need extends keyof Provided = never,
>(declared: Operation<Shape, Output, Missing, Need>): Operation<Shape, Output, Missing, Need> {
  return declared;
}

/** The fields that stand in a path. */
export function pathFields(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
}

/** What is said where there is none of what an operation is asked about. */
export function absence(
  operation: Pick<Operation, 'absent' | 'missing'> | undefined,
  {
    name,
    input,
    look,
  }: { readonly name: string; readonly input: Readonly<Record<string, unknown>>; readonly look: Look },
): string {
  return operation?.absent?.(input, look) ?? `there is no such ${operation?.missing ?? name}`;
}
