/** Asks for confirmation before submitting forms that request it. */
document.addEventListener('submit', (event) => {
  const question = event.target instanceof HTMLFormElement && event.target.dataset['confirm'];
  if (question && !window.confirm(question)) event.preventDefault();
});

export {};
