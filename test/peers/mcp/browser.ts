/** A browser, as far as a login needs one: it keeps cookies and follows each address it is sent to. Answers the last page. */
export async function browse(address: string, until: (address: string) => boolean = () => false): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let step = 0; step < 20; step += 1) {
    if (until(next)) return next;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return response.text();
    next = new URL(location, next).href;
  }
  throw new Error('a browser was sent on and on');
}
