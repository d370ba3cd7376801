/** The model of conversations is loaded while the agent starts, where its server would load it with the first message. */
import { splitModel } from '../../domain/models/route.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { feature } from '../feature.ts';

/**
 * Nobody waits for it; that it could not be loaded stands in the log, and in the reply to the first message. Where the
 * home is opened for a moment nothing is loaded.
 */
export const preloadFeature = feature('preload', ['core', 'models', 'options', 'boot'], ({ core, models, options }) => {
  const { log, redactor } = core;
  const { inLine, providers } = models;
  const stopped = new AbortController();
  return {
    start() {
      if (options.reaching === false) return;
      const [name = ''] = inLine;
      const { provider = '', model = '' } = splitModel(name) ?? {};
      const loading = providers.get(provider)?.preload?.(model, stopped.signal);
      loading?.catch((thrown: unknown) => {
        if (stopped.signal.aborted) return;
        log({ level: 'warn', event: 'model.notLoaded', model: name, error: redactor.text(toFailure(thrown).message) });
      });
    },
    stop: () => stopped.abort(),
  };
});
