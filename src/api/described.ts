/** What the field of an operation is to be: the end of the sentence "expected NAME to be …". */
import type { core, ZodType } from 'zod';
import { type Form, inEnglish, type Sentence, says } from '../domain/policy/sentence.ts';

/** Of fields whose description names something. */
const forms = new WeakMap<object, Form>();

/** The field with this description, from which each language has it. */
export function describedAs<Field extends ZodType>(field: Field, form: Form): Field {
  const made = field.describe(inEnglish(form));
  forms.set(made, form);
  return made;
}

/** The description of a field, or of what is inside its wrapping. */
export function described(field: core.$ZodType | undefined): Sentence {
  if (!field) return says`something else`;
  const form = forms.get(field);
  if (form) return form;
  const own = (field as ZodType).description;
  if (own !== undefined) return { form: own };
  return described((field._zod.def as { readonly innerType?: core.$ZodType }).innerType);
}
