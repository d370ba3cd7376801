/**
 * Secrets that a command gets as files: a variable whose name ends in `_FILE` holds the path of one. It is made by the
 * shell that runs the command, within its walls, for its user alone, and is removed when the command ends; where the
 * command is killed, it goes with the sandbox.
 */

export function isSecretFile(variable: string): boolean {
  return variable.endsWith('_FILE');
}

/** The program that runs `command` so; undefined: none of its variables is a file. Each variable holds the value first. */
export function withSecretFiles(command: string, variables: readonly string[]): readonly string[] | undefined {
  const files = variables.filter(isSecretFile);
  return files.length === 0 ? undefined : ['sh', '-c', script, 'sh', command, ...files];
}

// the values stand in the environment alone: an argument would be seen by others
const script = `command=$1; shift
umask=$(umask); umask 077
folder=$(mktemp -d) || exit 125
trap 'rm -rf "$folder"' EXIT
trap 'exit 143' TERM INT HUP
for name; do
  eval "printf %s \\"\\$$name\\"" > "$folder/$name" || exit 125
  export "$name=$folder/$name"
done
umask "$umask"
if command -v bash > /dev/null; then bash -c "$command"; else sh -c "$command"; fi`;
