/** The form in which the model of the role `router` answers (config/prompts/router.md). */
import { z } from 'zod';

/** `names`: of the agents it may choose. */
export function routerAnswer(names: readonly string[]) {
  return z.object({ agent: z.enum([...names, 'none']) });
}
