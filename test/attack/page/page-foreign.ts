/** What a page of another origin tries on the server of this one. */

/** The source of a promise of an answer by way: `nothing`, or what it got. The page even knows the token. */
export function foreignTries(url: string, token: string): string {
  return `(async () => {
    const url = ${JSON.stringify(url)}, token = ${JSON.stringify(token)};
    const says = '/api/sessions/session%3Aweb%3Amain/messages', body = '{"clientId":"foreign","text":"hi"}';
    const later = (ms, what) => new Promise(resolve => setTimeout(resolve, ms, what));
    const asked = (path, init) => fetch(url + path, init).then(async r => r.type === 'opaque' ? 'an answer that cannot be read' : r.status + ' ' + await r.text(), () => 'nothing');
    const element = (name, more) => new Promise(resolve => {
      const one = Object.assign(document.createElement(name), more);
      one.onload = () => resolve('loaded'); one.onerror = () => resolve('nothing');
      document.body.append(one);
    });
    const framed = async more => {
      const frame = Object.assign(document.createElement('iframe'), more);
      let heard = 'nothing';
      addEventListener('message', event => { if (event.source === frame.contentWindow) heard = 'heard ' + event.data; });
      const loaded = new Promise(resolve => { frame.onload = resolve; });
      document.body.append(frame);
      await Promise.race([loaded, later(3000)]);
      frame.contentWindow.postMessage({ type: 'ask', token }, '*');
      await later(200);
      try { if (frame.contentDocument?.querySelector('.rail')) return 'the page'; } catch {}
      return frame.contentWindow.length > 0 ? 'frames in it' : heard;
    };
    const posted = async enctype => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.name = 'to' + enctype;
      const form = document.body.appendChild(document.createElement('form'));
      Object.assign(form, { method: 'post', enctype, action: url + says, target: frame.name });
      form.append(Object.assign(document.createElement('input'), { name: '{"clientId":"foreign","text":"', value: '"}' }));
      const loaded = new Promise(resolve => { frame.onload = resolve; });
      form.submit();
      await Promise.race([loaded, later(3000)]);
      // what it did stands in the list of what the server was asked
      return 'nothing';
    };
    const opened = async () => {
      const window_ = window.open(url + '/#t=' + token);
      if (!window_) return 'nothing';
      let heard = 'nothing';
      addEventListener('message', event => { if (event.origin === url) heard = 'heard ' + JSON.stringify(event.data); });
      for (let at = 0; at < 5; at++) { try { window_.postMessage({ type: 'ask' }, '*'); } catch {} await later(100); }
      try { if (window_.document?.querySelector('.rail')) heard = 'the page'; } catch {}
      window_.close();
      return heard;
    };
    const channel = new BroadcastChannel('straylight.inspector');
    // what never answers has got nothing
    const soon = tried => Promise.race([tried, later(4000, 'nothing')]);
    return {
      fetch: await soon(asked('/api/state')),
      'fetch with the token': await soon(asked('/api/state', { headers: { authorization: 'Bearer ' + token } })),
      'a blind fetch': await soon(asked('/api/state', { mode: 'no-cors' })),
      'a fetch with cookies': await soon(asked('/api/state', { credentials: 'include' })),
      'a blind post': await soon(asked(says, { method: 'POST', mode: 'no-cors', body })),
      'a post with the token': await soon(asked(says, { method: 'POST', headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' }, body })),
      'a beacon': await soon(later(0, navigator.sendBeacon(url + says, body) && 'nothing')),
      'a form': await soon(posted('application/x-www-form-urlencoded')),
      'a form of plain text': await soon(posted('text/plain')),
      EventSource: await soon(new Promise(resolve => { const stream = new EventSource(url + '/api/stream'); stream.onopen = () => resolve('open'); stream.onerror = () => { stream.close(); resolve('nothing'); }; })),
      WebSocket: await soon(new Promise(resolve => { const socket = new WebSocket(url.replace('http', 'ws') + '/api/stream?token=' + token); socket.onopen = () => resolve('open'); socket.onerror = () => resolve('nothing'); })),
      'a frame': await soon(framed({ src: url + '/#t=' + token })),
      'a frame in a sandbox': await soon(framed({ sandbox: 'allow-scripts', src: url + '/' })),
      'a window': await soon(opened()),
      'a channel': await soon(Promise.race([new Promise(resolve => { channel.onmessage = () => resolve('heard'); channel.postMessage({ type: 'ask' }); }), later(500, 'nothing')])),
      'a service worker': await soon(navigator.serviceWorker.register(url + '/page/main.js').then(() => 'registered', () => 'nothing')),
      'a script': await soon(element('script', { src: url + '/page/main.js' })),
      'a module': await soon(element('script', { type: 'module', src: url + '/page/main.js' })),
      'a style': await soon(element('link', { rel: 'stylesheet', href: url + '/page/styles.css' })),
      'a picture': await soon(element('img', { src: url + '/' })),
      'a worker': await soon((async () => { try { const w = new Worker(url + '/page/main.js'); return await new Promise(resolve => { w.onmessage = () => resolve('heard'); w.onerror = () => resolve('nothing'); }); } catch { return 'nothing'; } })()),
    };
  })()`;
}
