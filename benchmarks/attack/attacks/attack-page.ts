/**
 * Returns a page that attacks the mock from another origin. The page adds the result of each
 * successful attempt to `window.results`, and sets `window.done` at the end.
 *
 * @param mock URL of the mock
 */
export const attackPage = (mock: string): string => `<!doctype html><title>attack</title><script>
window.results = []; window.done = false;
const sandbox = '${mock}/_sandbox';
const json = { headers: { 'Content-Type': 'application/json' } };
const simple = { method: 'POST', mode: 'no-cors', headers: { 'Content-Type': 'text/plain' }, body: '{}' };
const text = async (response) => (await response).text();
const nonEmpty = async (response) => (await text(response)) || Promise.reject();
const element = (tag, properties) => new Promise((resolve, reject) => {
  const node = Object.assign(document.createElement(tag), { onload: () => resolve('loaded'), onerror: reject }, properties);
  document.head.append(node);
});
const attempts = {
  readJson: () => text(fetch(sandbox + '/snapshot')),
  readOpaque: () => nonEmpty(fetch(sandbox + '/snapshot', { mode: 'no-cors' })),
  reset: () => text(fetch(sandbox + '/reset', { ...json, method: 'POST', body: '{}' })),
  resetSimple: () => nonEmpty(fetch(sandbox + '/reset', simple)),
  beacon: () => { navigator.sendBeacon(sandbox + '/reset', new Blob(['{}'], { type: 'text/plain' })); return Promise.reject(); },
  put: () => text(fetch(sandbox + '/webhooks', { ...json, method: 'PUT', body: '{"lastmile":{"url":"http://evil.example/"}}' })),
  events: () => new Promise((resolve, reject) => {
    const source = new EventSource(sandbox + '/events');
    source.onopen = source.onmessage = () => resolve('open');
    source.onerror = () => { source.close(); reject(); };
  }),
  socket: () => new Promise((resolve, reject) => {
    const socket = new WebSocket('${mock}'.replace('http', 'ws'));
    socket.onopen = () => resolve('open');
    socket.onerror = reject;
  }),
  script: () => element('script', { src: sandbox + '/page.js' }),
  style: () => element('link', { rel: 'stylesheet', href: sandbox + '/page.css' }),
  image: () => element('img', { src: sandbox + '/page.svg' }),
  frame: () => new Promise((resolve, reject) => {
    const frame = document.createElement('iframe');
    frame.src = '${mock}/';
    frame.onload = () => { try { frame.contentDocument?.body.innerText ? resolve('read') : reject(); } catch { reject(); } };
    document.documentElement.append(frame);
  }),
  form: () => new Promise((resolve, reject) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'text/plain', action: sandbox + '/reset', target: 'sink' });
    const frame = Object.assign(document.createElement('iframe'), { name: 'sink', onload: () => reject() });
    document.documentElement.append(frame, form);
    form.submit();
    setTimeout(reject, 1000);
  }),
};
const run = ([name, attempt]) => Promise.resolve().then(attempt).then((result) => window.results.push(name + ': ' + String(result).slice(0, 80)), () => {});
Promise.all(Object.entries(attempts).map(run)).then(() => { window.done = true; });
</script>`;
