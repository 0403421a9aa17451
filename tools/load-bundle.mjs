import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import vm from 'node:vm'

/**
 * Runs a bundle of CommonJS with the compiled code that lies beside it, and writes that code after a run without it.
 * Node 20 has no compile cache of its own. The code bears the time of its bundle, because V8 compares only lengths. V8
 * also refuses code that it compiled with other flags, so the caller sets flags before, and the bundle sets none. The
 * bundle has no `import()`: Node can't link it in code that was compiled before.
 * @param {string} file @param {number} [compiledAfterMs]
 */
export function loadBundle(file, compiledAfterMs = 10_000) {
  const source = readFileSync(file, 'latin1') // esbuild writes ASCII
  const compiled = `${file}.${statSync(file).mtimeMs}`
  const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined
  const script = new vm.Script(source, { filename: file, cachedData })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file))
  if (cachedData === undefined || script.cachedDataRejected) {
    // After the start, so that the functions that a start calls are among the compiled ones.
    setTimeout(() => keepCompiled(script, file, compiled), compiledAfterMs).unref()
  }
}

/** @param {vm.Script} script @param {string} file @param {string} path */
function keepCompiled(script, file, path) {
  const unfinished = `${path}.${process.pid}`
  try {
    writeFileSync(unfinished, script.createCachedData())
    renameSync(unfinished, path)
    removeOthers(file, path)
  } catch {
    // A read-only installation compiles at each start.
  }
}

/** Removes the code of former bundles. @param {string} file @param {string} path */
function removeOthers(file, path) {
  const bundle = basename(file)
  for (const name of readdirSync(dirname(file))) {
    const isCode = name.startsWith(bundle) && /^\.\d[\d.]*$/.test(name.slice(bundle.length))
    if (isCode && name !== basename(path)) rmSync(join(dirname(file), name), { force: true })
  }
}
