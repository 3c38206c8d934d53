declare const __PAGE_SCRIPT__: string | undefined;
declare const __PAGE_STYLE__: string | undefined;

// The build inserts the script and the CSS of the page from `client/`. Without a build, they are
// empty.
export const script = typeof __PAGE_SCRIPT__ === 'string' ? __PAGE_SCRIPT__ : '';
export const style = typeof __PAGE_STYLE__ === 'string' ? __PAGE_STYLE__ : '';

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#12191b"/><path d="M7 22h6l5-12h7" fill="none" stroke="#d9f53a" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** The HTML of the page. It contains no data: the script loads the data and inserts it as text. */
export const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#12191b">
<title>Delivery mock</title>
<link rel="icon" type="image/svg+xml" href="/_sandbox/page.svg">
<link rel="stylesheet" href="/_sandbox/page.css">
<script src="/_sandbox/page.js" defer></script>
</head>
<body>
<header class="bar">
<a class="skip" href="#main">Skip to the content</a>
<h1>Delivery mock</h1>
<p id="about"></p>
<div id="workspaces"></div>
<p id="connection"></p>
</header>
<div id="controls"></div>
<p id="message" role="status"></p>
<main id="main" tabindex="-1"><noscript><p>This page needs JavaScript. In sandbox mode, /_sandbox/snapshot returns up to 100 resources of each type as JSON, and /_sandbox/export returns the complete state.</p></noscript></main>
</body>
</html>
`;
