/** Ways in which a page reaches for the network, most of them past `fetch`. */

export interface Way {
  readonly name: string;
  /** It is no request that reads: it may reach no host that was not let in, public ones included. */
  readonly isUnjudged?: boolean;
  /** It takes a click on `#go`. */
  readonly isClicked?: boolean;
  page(targets: readonly string[]): { readonly html: string; readonly headers?: Readonly<Record<string, string>> };
}

/** An element for each destination. */
const marked = (element: (to: string, at: number) => string) => (targets: readonly string[]) => ({
  html: targets.map(element).join('\n'),
});

/** A line of script for each destination; what it throws is its own affair. */
const scripted = (line: string) => (targets: readonly string[]) => ({
  html: `<button id=go>go</button><script>
    for (const [at, to] of ${JSON.stringify(targets)}.entries())
      try { Promise.resolve((() => { ${line} })()).catch(() => {}); } catch {}
    </script>`,
});

const worker = (line: string) =>
  scripted(`return new Worker(URL.createObjectURL(new Blob(["const to=" + JSON.stringify(to) + ";${line}"])));`);

export const ways: readonly Way[] = [
  { name: 'pictures', page: marked(to => `<img src="http://${to}/i" srcset="//${to}/j 2x">`) },
  { name: 'redirected pictures', page: marked((_, at) => `<img src="/redirect/${at}">`) },
  { name: 'scripts', page: marked(to => `<script src="http://${to}/s"></script>`) },
  { name: 'styles', page: marked(to => `<link rel=stylesheet href="http://${to}/c">`) },
  { name: 'imports of styles', page: marked(to => `<style>@import url(http://${to}/c);</style>`) },
  {
    name: 'fonts',
    page: marked(
      (to, at) =>
        `<style>@font-face{font-family:f${at};src:url(http://${to}/f)}</style><i style="font-family:f${at}">x</i>`,
    ),
  },
  { name: 'frames', page: marked(to => `<iframe src="http://${to}/"></iframe>`) },
  { name: 'redirected frames', page: marked((_, at) => `<iframe src="/redirect/${at}"></iframe>`) },
  { name: 'frames of frames', page: marked(to => `<iframe srcdoc='<iframe src="http://${to}/"></iframe>'></iframe>`) },
  {
    name: 'frames of data',
    page: marked(
      to => `<iframe src="data:text/html,<img src=http://${to}/>"></iframe><iframe src="file:///etc/passwd"></iframe>`,
    ),
  },
  { name: 'objects', page: marked(to => `<object data="http://${to}/o"></object><embed src="http://${to}/e">`) },
  { name: 'media', page: marked(to => `<video src="http://${to}/v" poster="http://${to}/p" autoplay></video>`) },
  { name: 'SVG', page: marked(to => `<svg><image href="http://${to}/i"/><use href="http://${to}/u#x"/></svg>`) },
  {
    name: 'a manifest and an icon',
    page: marked(to => `<link rel=manifest href="http://${to}/m"><link rel=icon href="http://${to}/i">`),
  },
  {
    name: 'prefetch',
    page: marked(
      to =>
        `<link rel=prefetch href="http://${to}/p"><link rel=preload as=image href="http://${to}/l"><link rel=modulepreload href="http://${to}/m">`,
    ),
  },
  {
    name: 'preconnect',
    isUnjudged: true,
    page: marked(to => `<link rel=preconnect href="http://${to}"><link rel=dns-prefetch href="//${to}">`),
  },
  {
    name: 'preconnect in a header',
    isUnjudged: true,
    page: targets => ({
      html: '',
      headers: {
        link: targets.map(to => `<http://${to}>; rel=preconnect, <http://${to}>; rel=dns-prefetch`).join(', '),
      },
    }),
  },
  {
    name: 'speculation',
    isUnjudged: true,
    page: targets => {
      const urls = targets.map(to => `http://${to}/s`);
      const rules = { prefetch: [{ urls, eagerness: 'immediate' }], prerender: [{ urls, eagerness: 'immediate' }] };
      return { html: `<script type=speculationrules>${JSON.stringify(rules)}</script>` };
    },
  },
  { name: 'fetch', page: scripted("return fetch('http://' + to + '/f', { mode: 'no-cors' });") },
  { name: 'redirected fetch', page: scripted("return fetch('/redirect/' + at, { mode: 'no-cors' });") },
  {
    name: 'a posting fetch',
    isUnjudged: true,
    page: scripted(
      "return fetch('http://' + to + '/f', { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true });",
    ),
  },
  {
    name: 'XMLHttpRequest',
    isUnjudged: true,
    page: scripted("const x = new XMLHttpRequest(); x.open('POST', 'http://' + to + '/x'); x.send('x');"),
  },
  { name: 'beacons', isUnjudged: true, page: scripted("navigator.sendBeacon('http://' + to + '/b', 'x');") },
  { name: 'EventSource', page: scripted("new EventSource('http://' + to + '/e');") },
  {
    name: 'WebSocket',
    isUnjudged: true,
    page: scripted("new WebSocket('ws://' + to + '/w'); new WebSocket('wss://' + to + '/w');"),
  },
  { name: 'WebSocket of a worker', isUnjudged: true, page: worker("new WebSocket('ws://' + to + '/w')") },
  {
    name: 'WebTransport',
    isUnjudged: true,
    page: scripted("const t = new WebTransport('https://' + to + '/t'); t.ready.catch(() => {}); return t.closed;"),
  },
  {
    name: 'WebRTC',
    isUnjudged: true,
    page: scripted(`const name = to.replace(/[[\\]]/g, '').replace(/:.*/, ''), port = (/:(\\d+)$/.exec(to) ?? [, 3478])[1];
      const p = new RTCPeerConnection({ iceServers: [{ urls: ['stun:' + name + ':' + port] },
        { urls: ['turn:' + name + ':' + port + '?transport=tcp', 'turns:' + name + ':' + port], username: 'a', credential: 'b' }] });
      p.createDataChannel('x'); return p.createOffer().then(offer => p.setLocalDescription(offer));`),
  },
  { name: 'fetch of a worker', page: worker("fetch('http://' + to, { mode: 'no-cors' }).catch(() => {})") },
  { name: 'scripts of a worker', page: worker("try { importScripts('http://' + to + '/s') } catch {}") },
  {
    name: 'a worker of a worker',
    page: worker("new Worker(URL.createObjectURL(new Blob(['fetch(\\\"http://' + to + '\\\").catch(()=>{})'])))"),
  },
  { name: 'a shared worker', page: scripted("new SharedWorker('/worker.js');") },
  { name: 'a service worker', page: scripted("return navigator.serviceWorker.register('/worker.js');") },
  {
    name: 'new windows',

    isClicked: true,
    page: targets => ({
      html: `<button id=go onclick='for (const to of ${JSON.stringify(targets)}) window.open("http://" + to + "/o")'>go</button>`,
    }),
  },
  {
    name: 'pings',
    isUnjudged: true,
    isClicked: true,
    page: targets => ({
      html: `<a id=go href="#x" ping="${targets.map(to => `http://${to}/ping`).join(' ')}">go</a>`,
    }),
  },
  {
    name: 'posted forms',
    isUnjudged: true,
    page: scripted(`const f = document.body.appendChild(document.createElement('form'));
      f.method = 'post'; f.action = 'http://' + to + '/f'; const i = document.createElement('iframe'); i.name = f.target = 't' + at;
      document.body.append(i); f.submit();`),
  },
  {
    name: 'the page sent on',
    isUnjudged: true,
    page: scripted("setTimeout(() => { location.href = 'http://' + to + '/n'; }, at * 20);"),
  },
  {
    name: 'the page sent on by a frame',
    isUnjudged: true,
    page: marked(to => `<iframe srcdoc='<script>top.location.href="http://${to}/t"</script>'></iframe>`),
  },
  { name: 'refresh', isUnjudged: true, page: marked(to => `<meta http-equiv=refresh content="0;url=http://${to}/r">`) },
  {
    name: 'strange addresses',
    page: scripted(
      "for (const url of ['file:///etc/passwd', 'data:text/html,x', 'chrome://version', 'ftp://' + to, 'view-source:http://' + to, 'blob:http://' + to + '/x', 'filesystem:http://' + to + '/temporary/x']) try { const w = document.createElement('iframe'); w.src = url; document.body.append(w); fetch(url).catch(() => {}); } catch {}",
    ),
  },
  {
    name: 'downloads',
    isUnjudged: true,
    page: scripted(
      "const a = document.createElement('a'); a.href = at ? 'http://' + to + '/d' : '/file'; a.download = 'x'; document.body.append(a); setTimeout(() => a.click(), at * 20);",
    ),
  },
  {
    name: 'reports of the policy',
    isUnjudged: true,
    page: targets => ({
      html: '<img src="http://page.com/forbidden">',
      headers: {
        'content-security-policy': `img-src 'none'; report-uri ${targets.map(to => `http://${to}/csp`).join(' ')}`,
      },
    }),
  },
  {
    name: 'reports by their API',
    isUnjudged: true,
    page: targets => ({
      html: '<img src="http://page.com/forbidden">',
      headers: {
        'reporting-endpoints': targets.map((to, at) => `e${at}="https://${to}/report"`).join(', '),
        'report-to': JSON.stringify({
          group: 'e0',
          max_age: 1,
          endpoints: targets.map(to => ({ url: `https://${to}/r` })),
        }),
        nel: '{"report_to":"e0","max_age":1,"success_fraction":1}',
        'content-security-policy': "img-src 'none'; report-to e0",
      },
    }),
  },
];

/** What the tool may never open, asked for by its name. */
export function elsewhere(port: number): readonly string[] {
  return [
    ...['file:///etc/passwd', 'chrome://version/', 'view-source:http://page.com/', 'about:blank', 'javascript:1'],
    ...['data:text/html,<p>x', 'blob:http://page.com/x', `ws://127.0.0.1:${port}/`, 'ftp://page.com/'],
    ...[`http://127.0.0.1:${port}/`, `http://0x7f.1:${port}/`, `http://[::1]:${port}/`, 'http://169.254.169.254/'],
  ];
}
