/** Ways to write instants, each made once: to make one takes as long as to write hundreds of instants with it. */

const made = new Map<string, Intl.DateTimeFormat>();

/** As `new Intl.DateTimeFormat`, with a time zone that is named: that of the machine may change while it runs. */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions & { readonly timeZone: string },
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  made.set(key, format);
  return format;
}
