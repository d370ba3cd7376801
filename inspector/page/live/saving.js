/** Hands something to the browser, to keep or to look at. */

/** Into the folder of downloads. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  follow(blob, { download: name });
}

/** In a tab of its own. Only for what no browser runs: a blob belongs to this page. @param {Blob} blob */
export function openInTab(blob) {
  follow(blob, { target: '_blank', rel: 'noopener' });
}

/** @param {Blob} blob @param {Partial<HTMLAnchorElement>} how */
function follow(blob, how) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), ...how });
  link.click();
  // the browser has taken it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
