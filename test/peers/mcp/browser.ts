/**
 * A browser, as far as a login needs one: it keeps cookies, follows each address it is sent to and sends each form as it
 * is. Answers the last page.
 */
export async function browse(address: string, until: (address: string) => boolean = () => false): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  let sent: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    if (until(next)) return next;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const way = sent ? { method: 'POST', body: sent } : {};
    const response = await fetch(next, { ...way, redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = location === null ? await response.text() : '';
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    const fields = fieldsOf(page);
    // a form that wants more than was filled in is the last page
    if (location === null && (action === undefined || fields.size < 2)) return page;
    next = new URL(location ?? action ?? '', next).href;
    sent = location === null ? fields : undefined;
  }
  throw new Error('a browser was sent on and on');
}

function fieldsOf(page: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [input] of page.matchAll(/<input[^>]* type="hidden"[^>]*>/g))
    fields.set(/name="([^"]*)"/.exec(input)?.[1] ?? '', /value="([^"]*)"/.exec(input)?.[1] ?? '');
  return fields;
}
