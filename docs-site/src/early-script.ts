/**
 * Inline script of every page. It sets the color scheme and the language of the samples before the
 * first paint, so that nothing flashes or moves. The local storage keys `color-scheme` and
 * `language` contain the choices of the reader. The script writes `redoc.colorMode`, which Redoc
 * reads.
 */
export const earlyScript = `(function(root){
var read=function(key){try{return localStorage.getItem(key)}catch(error){return null}};
var scheme=read('color-scheme'),language=read('language');
if(scheme!=='light'&&scheme!=='dark')scheme=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
root.classList.add('js',scheme);
if(language)root.dataset.language=language;
try{localStorage.setItem('redoc.colorMode',scheme)}catch(error){}
})(document.documentElement)`;
