/** The demo model is rules: its tokens are counted for limits alone. @param {{ readonly model: string }} row */
export function isDemo({ model }) {
  return model.startsWith('rehearsal/');
}
