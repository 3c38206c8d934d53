// The script of every page. Everything that it adds is an improvement: pages are complete without
// it.
import './search-opener.ts';
import './color-scheme.ts';
import './copy-buttons.ts';
import './language-tabs.ts';
import './try-it-opener.ts';
