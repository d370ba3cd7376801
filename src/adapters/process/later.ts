/** What is loaded with its first use: an object whose functions stand there, and what they do does not yet. */

/**
 * A service of these functions, each of which opens it at its first call. They are not methods: none of them may need
 * `this`. `names`: each of them, so that the compiler tells of one that is missing.
 */
export function later<Service extends object>(
  open: () => Service,
  names: { readonly [Name in keyof Service]: true },
): Service {
  let opened: Service | undefined;
  const call = (name: keyof Service, given: readonly unknown[]) => {
    opened ??= open();
    return (opened[name] as (...given: readonly unknown[]) => unknown)(...given);
  };
  return Object.fromEntries(
    Object.keys(names).map(name => [name, (...given: readonly unknown[]) => call(name as keyof Service, given)]),
  ) as unknown as Service;
}
