// The script of every page. Pages are complete without it.
import './search-opener.ts';
import './color-scheme.ts';
import './copy-buttons.ts';
import './language-tabs.ts';
import './try-it-opener.ts';
