/** The crash points of the tests: in the product, an empty function. */
export function crashPoint(_name: string): void {}
