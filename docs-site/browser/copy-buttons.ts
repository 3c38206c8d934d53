// Adds a button to every code block. The button copies the text of the block.

const status = document.createElement('p');
status.className = 'hidden-status';
status.setAttribute('role', 'status');
document.body.append(status);

async function copy(button: HTMLButtonElement, code: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText((code.textContent ?? '').replace(/\n$/, ''));
    button.textContent = status.textContent = 'Copied';
  } catch {
    // Browsers can deny access to the clipboard, for example on pages without HTTPS. The user can
    // then copy the selection.
    getSelection()?.selectAllChildren(code);
    button.textContent = status.textContent = 'Selected';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
    status.textContent = '';
  }, 2000);
}

for (const block of document.querySelectorAll('.code')) {
  const code = block.querySelector('pre');
  if (code === null) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copy(button, code));
  block.append(button);
}
