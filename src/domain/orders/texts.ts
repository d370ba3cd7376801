/** What the owner reads of orders. */
import { catalog } from '../text/catalog.ts';

const en = {
  noted: (text: string, isEverywhere: boolean) =>
    `(Noted as an order for ${isEverywhere ? 'all conversations' : 'this conversation'}, see /orders: “${text}”)`,
  noticed: (text: string, isEverywhere: boolean) =>
    `Noted as an order for ${isEverywhere ? 'all conversations' : 'the conversation you said it in'}, see /orders: “${text}”`,
  revoked: (id: number, text: string) => `(Order ${id} no longer holds: “${text}”)`,
};

const de: typeof en = {
  noted: (text, isEverywhere) =>
    `(Als Anweisung für ${isEverywhere ? 'alle Gespräche' : 'dieses Gespräch'} notiert, siehe /orders: „${text}“)`,
  noticed: (text, isEverywhere) =>
    `Als Anweisung für ${isEverywhere ? 'alle Gespräche' : 'das Gespräch, in dem du es gesagt hast,'} notiert, siehe /orders: „${text}“`,
  revoked: (id, text) => `(Anweisung ${id} gilt nicht mehr: „${text}“)`,
};

export const orderTexts = catalog('domain/orders/texts', { en, de });
