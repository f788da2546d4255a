/** What a shortcut calls: the key does that and nothing else, such as type its letter where the focus goes. */
export function keyHandler(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}
