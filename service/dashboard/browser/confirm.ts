/** Asks before a form is sent that says so. */
document.addEventListener('submit', (event) => {
  const question = event.target instanceof HTMLFormElement && event.target.dataset['confirm'];
  if (question && !window.confirm(question)) event.preventDefault();
});

export {};
