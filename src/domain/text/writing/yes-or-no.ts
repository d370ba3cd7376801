/** A yes and a no as owners say them: alone, with a word of courtesy, or with a sign. */

/** Undefined: it is neither, or says more than that, as a yes with a condition does. */
export function saidYesOrNo(text: string): boolean | undefined {
  const said = text
    .toLowerCase()
    .replace(/(?:\p{Emoji_Modifier}|\ufe0f|[\s,.!])+/gu, ' ')
    .trim();
  if (yes.test(said)) return true;
  return no.test(said) ? false : undefined;
}

const yes =
  /^(?:yes|y|ja|jawohl|ok|okay|sure|yep|yeah|klar|gern|gerne|go ahead|👍|✅)(?: (?:please|thanks|thank you|sure|of course|do it|go ahead|bitte|danke|gern|gerne|klar|mach das))*$/u;
const no =
  /^(?:no|n|nein|nope|nö|lieber nicht|better not|rather not|👎|❌)(?: (?:please|thanks|thank you|better not|rather not|bitte|danke|lieber nicht|bitte nicht))*$/u;
