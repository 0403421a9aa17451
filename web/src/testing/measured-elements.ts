/**
 * Defines sizes and positions for every element, which a page without layout lacks; returns the function that restores it.
 */
export function measureElements(by: Readonly<Record<string, PropertyDescriptor>>): () => void {
  const before = new Map(
    Object.keys(by).map((name) => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)]),
  )
  for (const [name, what] of Object.entries(by)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, ...what })
  }
  return () => {
    for (const [name, what] of before) {
      Reflect.deleteProperty(HTMLElement.prototype, name)
      if (what !== undefined) Object.defineProperty(HTMLElement.prototype, name, what)
    }
  }
}
