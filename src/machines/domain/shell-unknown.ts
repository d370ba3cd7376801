/** Stands for a piece of text that nobody knows yet: no command can hold it. */
export const unknown = '\0';
