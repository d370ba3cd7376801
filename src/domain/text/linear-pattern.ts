/**
 * Patterns that take no more time than the text is long, however they are written.
 *
 * A pattern of the owner is run by an engine without backtracking (src/adapters/gates/pattern.ts). It knows no
 * look-around and no back-references, since these cannot be had in linear time; and no flag for letter case, so both
 * cases are written into the pattern.
 */

/** Why a pattern cannot be used, in the middle of a sentence; undefined where it can. */
export function patternProblem(source: string): string | undefined {
  if (source.length > 1_000) return `it has ${source.length} characters, at most 1000 are taken`;
  try {
    new RegExp(source);
  } catch (error) {
    return (error as Error).message.replace(/^Invalid regular expression: /, '');
  }
  const parts = partsOf(source);
  if (parts.some(part => /^\(\?<?[=!]/.test(part)))
    return 'it looks ahead or behind, which takes more than linear time';
  if (parts.some(part => /^\\([1-9]|k<)/.test(part)))
    return 'it refers back to a group, which takes more than linear time';
  if (parts.some(part => /^\(\?[a-z-]+:/.test(part)))
    return 'it changes flags in its middle; use ignore_case for the whole';
  const most = Math.max(
    0,
    ...parts.flatMap(part => (/^\{[\d,]+\}$/.test(part) ? (part.match(/\d+/g) ?? []) : [])).map(Number),
  );
  return most > 1_000 ? `it repeats something ${most} times, at most 1000 is taken` : undefined;
}

/** The same pattern for either case of each letter of the Latin alphabet. */
export function inAnyCase(source: string): string {
  return partsOf(source)
    .map(part => (part.startsWith('[') ? classInAnyCase(part) : /^[a-z]$/i.test(part) ? `[${bothCases(part)}]` : part))
    .join('');
}

/** Escapes, classes, the beginnings of groups and counts whole, all else sign by sign. */
function partsOf(source: string): readonly string[] {
  return (
    source.match(
      /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:<[A-Za-z_$][^>]*>|<?[=!]|[a-z-]*:)|\{[\d,]+\}|[\s\S]/g,
    ) ?? []
  );
}

function classInAnyCase(part: string): string {
  return part.replace(
    /\\(?:[pP]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[\s\S])|([a-z])-([a-z])|([A-Z])-([A-Z])|[a-zA-Z]/g,
    found => {
      if (found.startsWith('\\')) return found;
      return found.length === 3 ? `${found.toLowerCase()}${found.toUpperCase()}` : bothCases(found);
    },
  );
}

function bothCases(letter: string): string {
  return `${letter.toLowerCase()}${letter.toUpperCase()}`;
}
