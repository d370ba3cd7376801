/** What is wrong with a server of which no setting speaks yet: what was typed stands in place of the settings. */
import { type Part, type Sentence, says } from '../../../domain/policy/sentence.ts';

/** `name`: of the server. `address`: what is typed for its address. `model`: the same for a model and the address. */
export function withoutSettings(problem: Sentence, name: string, address: Part, model: Part): Sentence {
  const table = `[models.providers.${name}]`;
  const inPlace = (part: Part): Part => {
    if (part === `base_url in ${table}`) return address;
    if (part === `key in ${table}`) return says`its key`;
    if (typeof part === 'string') return part;
    return part.form === says`check the model name in config.toml, and ${address}`.form
      ? says`check ${model}`
      : { form: part.form, values: (part.values ?? []).map(inPlace) };
  };
  return inPlace(problem);
}
