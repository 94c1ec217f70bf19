// Decides how a machine gets the browsers and the Chinese font that the journeys need.

const font = 'fonts-noto-cjk';
/** The shell is quicker; only the other one takes extensions. */
const chromiums = ['chromium', 'chromium-headless-shell'];

/** The driver of WebKitGTK, the display that it draws on, what reads the clipboard of a display, and what makes a Chinese locale. */
const forWebKit = ['webkit2gtk-driver', 'xvfb', 'xclip', 'locales'];

/**
 * What to do next.
 *
 * - `chromium`, `firefox`, `webkit`: what `probeBrowsers` found.
 * - `machine`: `{ isRoot, hasApt }`.
 * - `tried`: the actions that were taken before, in any order.
 *
 * Returns one of
 * - `{ action: 'apt', packages }`: install Debian's packages.
 * - `{ action: 'download' }`: let Playwright fetch its own Chromium.
 * - `{ action: 'refuse', message }`: the journeys cannot run here; the message has the command that helps.
 * - `{ action: 'go', notes }`: everything is there; the notes say what is left out.
 */
export function nextAction({ chromium, firefox, webkit, machine, tried }) {
  const packages = wantedPackages(chromium, firefox, webkit);
  if (packages.length > 0 && machine.isRoot && machine.hasApt && !tried.includes('apt')) {
    return { action: 'apt', packages };
  }
  if (chromium.state === 'missing' && !tried.includes('download')) {
    return { action: 'download' };
  }
  const problems = [
    chromiumProblem(chromium, machine),
    firefoxProblem(firefox),
    webKitProblem(webkit),
  ].filter(Boolean);
  if (problems.length > 0) {
    return { action: 'refuse', message: problems.join('\n') };
  }
  const notes = [
    ...(isAbsent(firefox) ? ['no Firefox: the doors in Firefox are left out'] : []),
    ...(isAbsent(webkit) ? ['no driver of WebKit: the doors in WebKit are left out'] : []),
    ...(chromium.takesExtensions
      ? []
      : ['no Chromium that takes extensions: the journeys of the extension are left out']),
  ];
  return { action: 'go', notes };
}

function isAbsent({ state }) {
  return state === 'missing' || state === 'off';
}

function wantedPackages(chromium, firefox, webkit) {
  // Whether there is a Chinese font is known only when a Chromium runs.
  const forChromium =
    chromium.state === 'missing' || isBrokenDownload(chromium) ? [...chromiums, font] : [];
  const forFont = chromium.state === 'noChinese' ? [font] : [];
  const forExtensions = chromium.takesExtensions === false ? ['chromium'] : [];
  const forFirefox = firefox.state === 'missing' ? ['firefox-esr'] : [];
  return [
    ...forChromium,
    ...forFont,
    ...forExtensions,
    ...forFirefox,
    ...(webkit.state === 'missing' ? forWebKit : []),
  ];
}

/** Playwright's own Chromium is there and does not run: most often the machine lacks its libraries. */
function isBrokenDownload({ state, path }) {
  return state === 'broken' && path === undefined;
}

function chromiumProblem(chromium, machine) {
  const name = chromium.path ?? "Playwright's Chromium";
  switch (chromium.state) {
    case 'missing':
      return `no Chromium was found, and Playwright could not download its own. ${remedy(machine, ['chromium', font])}`;
    case 'noChinese':
      return `${name} draws no Chinese characters: a font is missing. ${remedy(machine, [font])}`;
    case 'broken':
      return isBrokenDownload(chromium)
        ? `${name} does not run here. ${remedy(machine, ['chromium', font])}\n${chromium.reason}`
        : `${name} cannot run the journeys. Repair it, or name another one in CHROMIUM_PATH.\n${chromium.reason}`;
    default:
      return undefined;
  }
}

function firefoxProblem({ state, path, reason }) {
  return state === 'broken'
    ? `${path ?? 'Firefox'} cannot run the doors. Update it, name another one in FIREFOX_PATH, or leave its doors out with an empty FIREFOX_PATH.\n${reason}`
    : undefined;
}

function webKitProblem({ state, path, reason }) {
  return state === 'broken'
    ? `${path ?? 'The driver of WebKit'} cannot run the doors. Name another one in WEBKIT_DRIVER_PATH, or leave its doors out with an empty WEBKIT_DRIVER_PATH.\n${reason}`
    : undefined;
}

function remedy({ isRoot, hasApt }, packages) {
  if (hasApt) {
    return `Run: ${isRoot ? '' : 'sudo '}apt-get install ${packages.join(' ')}`;
  }
  return packages.includes('chromium')
    ? 'Install Chromium or Chrome and a Chinese font (Noto Sans CJK), or name a browser in CHROMIUM_PATH.'
    : 'Install a Chinese font (Noto Sans CJK).';
}
