/**
 * Is an address one that the owner gave, word for word?
 *
 * An address that stood in his words before anything was read cannot carry what was read since. So nothing is built
 * from it: no longer path, no other query, no piece of it. Compared is what would be requested, which is why the
 * fragment does not count.
 */

/** `said`: texts the owner typed. A name without a scheme (`example.com/news`) stands for its https address. */
export function isGivenUrl(url: string, said: readonly string[]): boolean {
  const given = requested(url);
  return given !== undefined && said.some(text => addressesIn(text).some(address => requested(address) === given));
}

/** The addresses of a text, as they would be requested, each once. */
export function addressesOf(text: string): readonly string[] {
  return [...new Set(addressesIn(text).flatMap(address => requested(address) ?? []))];
}

function requested(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}

/** Each address as it stands, and without what a sentence may have put around it. */
function addressesIn(text: string): readonly string[] {
  return [...text.matchAll(/[^\s<>"'`|\\^{}]+/g)].flatMap(([word]) => {
    const bare = word.replace(/^[([]+/, '');
    const start = bare.search(/https?:\/\//i);
    if (start < 0 && !/^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]|[.,;!?)\]]*$)/u.test(bare)) return [];
    const whole = start < 0 ? `https://${bare}` : bare.slice(start);
    return endings(whole);
  });
}

/** `https://a.example/x).` may be meant with its last signs or without. */
function endings(word: string): readonly string[] {
  const forms = [word];
  for (let rest = word; /[.,;:!?)\]*_~]$/.test(rest) && forms.length < 8; ) {
    rest = rest.slice(0, -1);
    forms.push(rest);
  }
  return forms;
}
