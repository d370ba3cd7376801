/** Sets one secret after the other until it is killed; says when it begins. */
import { entry, vaultIn } from './vault-world.ts';

const vault = vaultIn(process.argv[2] ?? '');
console.log('begun');
for (let count = 0; ; count++)
  await vault.set(entry('counted', `a value of some length ${count}`)).catch(error => {
    if (!/another process/.test(String(error))) throw error;
  });
