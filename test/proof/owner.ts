/** The one person the houses under test know. */
export const owner = 42;
