/** An example of a source of tools: weather stations, each a tool. Its tools come and go; here there is one. */
import { defineFeature } from '../../src/features/feature.ts';
import type { ToolSource } from '../../src/ports/tool-source.ts';

const parameters = {
  type: 'object',
  properties: { unit: { type: 'string', enum: ['celsius', 'kelvin'] } },
  required: ['unit'],
  additionalProperties: false,
};

const description = 'Says how warm it is at the harbour.';

const source: ToolSource = {
  offer: () => offered,
  find: name =>
    name !== 'harbour_temperature'
      ? undefined
      : {
          version: '1',
          tool: {
            name,
            description,
            parameters,
            // it reads and changes nothing; an act would be `act` and asked about
            effect: 'read',
            intent: () => 'Ask the harbour how warm it is.',
            run: async args => ({ text: 'unit' in args && args.unit === 'kelvin' ? '291 K' : '18 °C', taint: 'owner' }),
          },
        },
  names: () => ['harbour_temperature'],
  changed() {},
  close: async () => {},
};

/** The same object as long as nothing has changed. */
const offered = { specs: [{ name: 'harbour_temperature', description, parameters }], notes: '' };

export const stations = defineFeature({ name: 'stations', open: () => ({ toolSource: source }) });
