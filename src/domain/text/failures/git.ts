/** Why git could not do what it was asked for. */
import type { Forms } from './forms.ts';

export const git: Forms = {
  'expected the address of a git repository that begins with https://, without user, password and ?; came {1}':
    'erwartet wird die Adresse eines git-Repositorys, die mit https:// beginnt, ohne Benutzer, Passwort und ?, nicht {1}',
  'expected the name of a branch, of letters, digits and . _ - / without a - at its beginning; came {1}':
    'erwartet wird der Name eines Zweigs aus Buchstaben, Ziffern und . _ - /, ohne ein - am Anfang, nicht {1}',
  'expected a commit, branch or range as in main, HEAD~2 or v1..v2; came {1}':
    'erwartet wird ein Commit, ein Zweig oder ein Bereich wie main, HEAD~2 oder v1..v2, nicht {1}',
  'git was not found where commands run; install it there':
    'git wurde dort, wo Befehle laufen, nicht gefunden; installier es dort',
  'there is no git in the Docker image that commands run in; name an image with git as [sandbox] image in config.toml, as the one of sandbox/Dockerfile':
    'im Docker-Image, in dem Befehle laufen, ist kein git; nenne in config.toml als [sandbox] image ein Image mit git, wie das aus sandbox/Dockerfile',
  'git was not found on this machine; install it': 'git wurde auf diesem Rechner nicht gefunden; installier es',
  'git did not end within {1} s': 'git wurde in {1} s nicht fertig',
  'git {1} failed: {2}': 'git {1} ist fehlgeschlagen: {2}',
  'git could not do that in the repository: {1}': 'git konnte das im Repository nicht tun: {1}',
  'a repository is reached over https alone': 'ein Repository wird nur über https erreicht',
  'the repository has more than {1} MB': 'das Repository hat mehr als {1} MB',
  'the repository has {1} MB, and at most {2} are brought in':
    'das Repository hat {1} MB, und höchstens {2} werden hereingeholt',
  'the branch has {1} MB, and at most {2} are sent': 'der Zweig hat {1} MB, und höchstens {2} werden gesendet',
  'a push has at most {1} MB, and this one has more': 'ein Push hat höchstens {1} MB, und dieser hat mehr',
  '{1} does not take this credential for that ({2})': '{1} nimmt diese Zugangsdaten dafür nicht an ({2})',
  "{1} wants a credential ({2}): name a secret of the owner's as secret":
    '{1} will Zugangsdaten ({2}): Nenne ein Geheimnis des Besitzers als secret',
  '{1} has no such repository, or does not show it without a credential (404)':
    '{1} hat kein solches Repository oder zeigt es nicht ohne Zugangsdaten (404)',
  '{1} sends on to {2}, which is not followed: name that address':
    '{1} leitet nach {2} weiter, was nicht befolgt wird: Nenne diese Adresse',
  '{1} answered {2}; try again later': '{1} antwortete {2}; versuch es später noch einmal',
  'there is no branch {1} in {2}': 'es gibt keinen Zweig {1} in {2}',
  'the branch is not what it was when this push was shown ({1}): fetch, and look at what would be pushed once more. Nothing was changed':
    'der Zweig ist nicht mehr, was er war, als dieser Push gezeigt wurde ({1}): Hol ihn, und sieh noch einmal an, was geschoben würde. Nichts wurde geändert',
  'the server did not take the push ({1})': 'der Server nahm den Push nicht an ({1})',
  'the branch at the server has {1} commits that this one lacks: fetch and merge them first, or set force to overwrite them':
    'der Zweig beim Server hat {1} Commits, die diesem fehlen: Hol sie und füg sie zusammen, oder setz force, um sie zu überschreiben',
};
