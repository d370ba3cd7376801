/** Ways to break what a folder that was let in promises: each is a row of commands, run one after the other. */

export interface FolderWay {
  readonly kind: 'writes' | 'leaves' | 'private';
  readonly commands: readonly string[];
}

/** `%`: a name in the folder that is only for reading. */
const writing: readonly string[] = [
  ...['echo x > %', 'echo x >> %', ': > %', 'tee % < /etc/passwd', 'truncate -s 0 %', 'dd if=/dev/zero of=% count=1'],
  ...['rm -f %', 'unlink %', 'mv % app/', 'mv -f app/plain.txt %', 'cp app/plain.txt %', 'ln -f app/plain.txt %'],
  ...[
    'ln % app/hard; echo x > app/hard',
    'ln -sf /workspace/% app/soft; echo x > app/soft',
    'chmod 000 %',
    'touch -d 2001-01-01 %',
  ],
  ...[
    'sed -i s/a/b/ %',
    "python3 -c \"open('%','w').write('x')\"",
    "python3 -c \"import os; os.replace('app/plain.txt','%')\"",
  ],
  ...[
    'exec 3<>%; echo x >&3',
    'cd app/.. && echo x > ./%',
    'echo x > /proc/self/cwd/%',
    'echo x > /proc/1/root/workspace/%',
  ],
  ...[
    'cat > app/s.sh <<< "echo x > /workspace/%"; sh app/s.sh',
    'install app/plain.txt %',
    'rsync app/plain.txt %',
    'patch % < /dev/null && echo x > %',
  ],
  ...[
    'mount -o remount,rw /workspace/docs; echo x > %',
    'unshare -Ur sh -c "mount -o remount,rw,bind /workspace/docs; echo x > %"',
  ],
  ...[
    'umount /workspace/docs; echo x > %',
    'unshare -Urm sh -c "umount /workspace/docs; echo x > %"',
    'chattr -i %; echo x > %',
  ],
];
const whole: readonly string[] = [
  ...[
    'rm -rf docs',
    'rm -rf docs/*',
    'rmdir docs',
    'mv docs away',
    'mv docs app/',
    'find docs -delete',
    'ln -sfn app docs',
    'cp -rT app docs',
  ],
  ...[
    'mkdir docs/new',
    'mkfifo docs/pipe',
    'git init docs',
    'tar -cf - app | tar -xf - -C docs',
    'mv app docs',
    'rmdir app; mv app b',
  ],
  ...[
    'chmod -R 777 docs',
    'chown -R 1000 docs',
    'mount --bind app docs',
    'mount -t tmpfs none docs; echo x > docs/plain.txt',
  ],
];
/** `@`: one of the folders; the links were put there by the owner, or others. */
const leaving: readonly string[] = [
  ...[
    'cat @/absolute',
    'cat @/near',
    'cat @/far',
    'cat @/up/secret.txt',
    'cat @/up/outside/secret.txt',
    'cat @/../../outside/secret.txt',
  ],
  ...[
    'cat @/../outside/secret.txt',
    'grep -r . @/',
    'find -L @ -type f -exec cat {} +',
    'tar -chf - @ | tar -xOf -',
    'cp -rL @ copy; cat copy/*',
  ],
  ...[
    'ln -s ../../outside/secret.txt app/mine; cat app/mine',
    'ln -s / app/root; ls app/root/tmp; cat app/root/tmp/*/outside/secret.txt',
  ],
  ...[
    'cat /proc/self/cwd/@/absolute',
    'cat /proc/1/cwd/../outside/secret.txt',
    'grep outside /proc/self/mountinfo | cut -d" " -f4 | xargs -n1 cat',
  ],
];
/** `$`: a private file in one of the folders. */
const hidden: readonly string[] = [
  ...[
    'cat $',
    'rev $',
    'base64 $ | base64 -d',
    'cp $ copy; cat copy',
    'mv $ copy; cat copy',
    'ln $ copy; cat copy',
    'ln -s $ way; cat way',
  ],
  ...[
    'cat @/same.txt',
    'cat by-link',
    'grep -r "" @',
    'grep -rL nothing @ | xargs cat',
    'tar -cf - @ | tar -xOf -',
    'cat @/*/* @/.* @/*',
    'rm -f $; cat $',
  ],
  ...[
    'mv @/deep @/d; cat @/d/id_rsa',
    'mv @/mine @/m; cat @/m/*',
    'cp -a @ copy; cat copy/.env copy/*/*',
    'git -C @ grep -h --no-index . ; cat $',
  ],
  ...[
    'exec 3<$; cat <&3',
    'cd @ && cat .env deep/id_rsa mine/a.txt',
    'python3 -c "print(open(\'$\').read())"',
    'umount /workspace/$; cat $',
  ],
];

const named = ['docs/plain.txt', 'docs/deep/plain.txt', 'docs/new.txt', 'docs/./plain.txt', 'app/../docs/plain.txt'];
const folders = ['app', 'docs'];
const secrets = ['.env', 'deep/id_rsa', 'mine/a.txt'];

/** All of them. */
export const folderWays: readonly FolderWay[] = [
  ...writing.flatMap(way => named.map(name => ({ kind: 'writes' as const, commands: [way.replaceAll('%', name)] }))),
  ...whole.map(way => ({ kind: 'writes' as const, commands: [way] })),
  ...leaving.flatMap(way =>
    folders.map(folder => ({ kind: 'leaves' as const, commands: [way.replaceAll('@', folder)] })),
  ),
  ...hidden.flatMap(way =>
    folders.flatMap(folder =>
      secrets.map(name => ({
        kind: 'private' as const,
        commands: [way.replaceAll('@', folder).replaceAll('$', `${folder}/${name}`), `cat ${folder}/${name}`],
      })),
    ),
  ),
];
