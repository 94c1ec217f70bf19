// Runs before everything else and asks whether the browser is new enough. Where it is not, `unsupported.js` draws a page
// that says so, and the application does not start. Both are written in ECMAScript 5, so that any browser reads them.
(function () {
  // What the oldest browsers of the browserslist have, and what the versions before lack. A test compares the names with
  // the published data, scripts/check/supported.test.mjs.
  var FUNCTIONS = [
    'Object.hasOwn',
    'structuredClone',
    'Array.prototype.at',
    'Array.prototype.findLast',
    'Array.prototype.toSorted',
    'CSS.registerProperty',
  ];
  var STYLES = ['color: color-mix(in srgb, red, blue)'];

  function isThere(name) {
    return (
      name.split('.').reduce(function (holder, part) {
        return holder === undefined || holder === null ? undefined : holder[part];
      }, window) !== undefined
    );
  }

  function isStyled(declaration) {
    var parts = declaration.split(': ');
    return isThere('CSS.supports') && CSS.supports(parts[0], parts[1]);
  }

  var missing = FUNCTIONS.filter(function (name) {
    return !isThere(name);
  }).concat(
    STYLES.filter(function (declaration) {
      return !isStyled(declaration);
    })
  );
  if (missing.length === 0) return;

  // src/main.tsx does not start then.
  document.documentElement.setAttribute('data-unsupported', missing.join(', '));
  // theme.js then finds nothing to start, and waits for nothing.
  [].forEach.call(document.querySelectorAll('meta[name]'), function (meta) {
    if (/^(program|first-screens)$/.test(meta.name)) meta.parentNode.removeChild(meta);
  });
  // What fails in such a browser fails because of its age: that page says it.
  ['startup', 'startup-failure', 'error'].forEach(function (type) {
    addEventListener(
      type,
      function (event) {
        event.stopImmediatePropagation();
      },
      true
    );
  });
  var script = document.createElement('script');
  script.src = '/unsupported.js';
  document.getElementsByTagName('head')[0].appendChild(script);
})();
