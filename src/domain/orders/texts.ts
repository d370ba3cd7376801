/** What the owner reads of orders. */
import { catalog } from '../text/catalog.ts';

const en = {
  noted: (text: string, isEverywhere: boolean) =>
    `(Noted as an order${isEverywhere ? ', for all conversations' : ', for this conversation'}: “${text}” /orders lists them.)`,
  revoked: (id: number, text: string) => `(Order ${id} no longer holds: “${text}”)`,
};

const de: typeof en = {
  noted: (text, isEverywhere) =>
    `(Als Anweisung notiert${isEverywhere ? ', für alle Gespräche' : ', für dieses Gespräch'}: „${text}“ /orders listet sie auf.)`,
  revoked: (id, text) => `(Anweisung ${id} gilt nicht mehr: „${text}“)`,
};

export const orderTexts = catalog('domain/orders/texts', { en, de });
