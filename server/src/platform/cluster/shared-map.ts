import { packetKind } from './bus'
import type { Node } from './node'

/** Momentary state that all processes share, such as who is online. The values of an ended process disappear. */
export interface SharedMap<Value> {
  /** Sets this process's value of the key. The value is plain JSON; null removes it. */
  set(key: string, value: Value | null): void
  /** The other processes' values of the key, by the ids of their nodes. */
  elsewhere(key: string): ReadonlyMap<number, Value>
  keysElsewhere(): Iterable<string>
  /** Calls the listener after another process has changed its value of a key, or has ended. */
  onChange(listener: (key: string, change: SharedMapChange<Value>) => void): void
}

export interface SharedMapChange<Value> {
  readonly node: number
  readonly before: Value | null
  readonly now: Value | null
}

interface Change<Value> {
  /** The changed keys with their new values. Null: the value is removed. */
  readonly values: readonly (readonly [string, Value | null])[]
  /** True: `values` are all values of the sender, so the receivers delete its other ones. */
  readonly all?: true
  /** True: the sender is new or may have missed values, so the receivers send it all of theirs. */
  readonly asks?: true
}

/** Creates a map whose values all processes see. `name` must be the same in every process. */
export function createSharedMap<Value>(
  { bus, onEnded }: Pick<Node, 'bus' | 'onEnded'>,
  name: string,
): SharedMap<Value> {
  const change = packetKind<Change<Value>>(`map ${name}`)
  const own = new Map<string, Value>()
  const byKey = new Map<string, Map<number, Value>>()
  const listeners: Parameters<SharedMap<Value>['onChange']>[0][] = []

  bus.listen(change, ({ values, all, asks }, from) => {
    const given = new Set(values.map(([key]) => key))
    if (all) for (const [key, known] of byKey) if (known.has(from) && !given.has(key)) put(from, key, null)
    for (const [key, value] of values) put(from, key, value)
    if (asks) void bus.publish(change, { values: [...own], all: true })
  })
  onEnded((id) => {
    for (const [key, values] of byKey) if (values.has(id)) put(id, key, null)
  })
  bus.onGap(() => {
    for (const [key, values] of byKey) for (const id of values.keys()) put(id, key, null)
    void bus.publish(change, { values: [...own], all: true, asks: true })
  })
  void bus.publish(change, { values: [], asks: true })

  function put(node: number, key: string, value: Value | null): void {
    const values = byKey.get(key) ?? new Map<number, Value>()
    const before = values.get(node) ?? null
    if (value === null) values.delete(node)
    else values.set(node, value)
    if (values.size === 0) byKey.delete(key)
    else byKey.set(key, values)
    for (const listener of listeners) listener(key, { node, before, now: value })
  }

  return {
    set(key, value) {
      if (value === null && !own.has(key)) return
      if (value === null) own.delete(key)
      else own.set(key, value)
      void bus.publish(change, { values: [[key, value]] })
    },
    elsewhere: (key) => byKey.get(key) ?? none,
    keysElsewhere: () => byKey.keys(),
    onChange: (listener) => void listeners.push(listener),
  }
}

const none = new Map<number, never>()
