/** What `/sessions` and `/model` say in Telegram: the lists, and what came of a tap. */

import { ago } from '../../../../domain/text/ago.ts';
import { catalog, type Language } from '../../../../domain/text/catalog.ts';

export interface ChoiceTexts {
  readonly conversations: string;
  readonly nothingSaid: string;
  readonly current: string;
  readonly ago: (ms: number) => string;
  readonly begin: string;
  /** A tap led to the conversation of this number. */
  readonly switched: (number: number) => string;
  readonly began: (number: number) => string;
  readonly already: (number: number) => string;
  readonly models: string;
  readonly noModel: string;
  readonly noOther: string;
  readonly local: string;
  readonly hosted: string;
  readonly silent: string;
  readonly asSet: string;
  readonly chosen: (model: string) => string;
  readonly answersAlready: (model: string) => string;
  readonly modelGone: string;
  readonly elsewhere: string;
  readonly notDone: (why: string) => string;
}

export const choiceTexts: Readonly<Record<Language, ChoiceTexts>> = catalog(
  'adapters/channels/telegram/choices/texts',
  {
    en: {
      conversations: 'Conversations of this chat',
      nothingSaid: '(no messages yet)',
      current: 'you are here',
      ago: ms => ago(ms, 'en'),
      begin: 'New conversation',
      switched: number => `You are in conversation ${number}.`,
      began: number => `This is conversation ${number}, a new one.`,
      already: number => `You are in conversation ${number} already.`,
      models: 'This conversation is answered by',
      noModel: 'no model',
      noOther: 'No other model is set up.',
      local: 'on your machine',
      hosted: 'hosted',
      silent: 'does not respond',
      asSet: 'As in the settings',
      chosen: model => `${model} answers from the next step on.`,
      answersAlready: model => `${model} answers here already.`,
      modelGone: 'Not done. This model is not set up any more. These are.',
      elsewhere: 'Not done. You are in another conversation by now. These are its models.',
      notDone: why => `Not done: ${why}`,
    },
    de: {
      conversations: 'Gespräche in diesem Chat',
      nothingSaid: '(noch keine Nachrichten)',
      current: 'hier bist du',
      ago: ms => ago(ms, 'de'),
      begin: 'Neues Gespräch',
      switched: number => `Du bist im Gespräch ${number}.`,
      began: number => `Das ist Gespräch ${number}, ein neues.`,
      already: number => `Du bist schon im Gespräch ${number}.`,
      models: 'In diesem Gespräch antwortet',
      noModel: 'kein Modell',
      noOther: 'Ein anderes Modell ist nicht eingerichtet.',
      local: 'auf deinem Rechner',
      hosted: 'bei einem Anbieter',
      silent: 'antwortet nicht',
      asSet: 'Wie in den Einstellungen',
      chosen: model => `${model} antwortet ab dem nächsten Schritt.`,
      answersAlready: model => `${model} antwortet hier schon.`,
      modelGone: 'Nicht geändert. Dieses Modell ist nicht mehr eingerichtet. Diese sind es.',
      elsewhere: 'Nicht geändert. Du bist inzwischen in einem anderen Gespräch. Das sind seine Modelle.',
      notDone: why => `Nicht geändert: ${why}`,
    },
  },
);
