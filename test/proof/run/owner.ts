/** The one person the agents under test know. */
export const owner = 42;
