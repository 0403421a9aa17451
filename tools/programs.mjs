import { spawn } from 'node:child_process'
import { root } from './project.mjs'

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv }} Options */

/**
 * Runs a program to its end and captures its output, which the caller shows only after a failure.
 * @param {string} program @param {string[]} args @param {Options} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runQuietly(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return { code: await ended(child), output }
}

/**
 * Runs a program to its end, on this console. Returns its exit code.
 * @param {string} program @param {string[]} args @param {Options} [options]
 * @returns {Promise<number>}
 */
export function runOpenly(program, args, options = {}) {
  return ended(spawn(program, args, { cwd: root, ...options, stdio: 'inherit' }))
}

/**
 * Waits for a program. A signal to this process is forwarded to the program, and ends this process too after it. `npm
 * start` killed during an installation would otherwise leave it running.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function ended(child) {
  return new Promise((resolve, reject) => {
    let interrupted = false
    /** @param {NodeJS.Signals} signal */
    const handOn = (signal) => {
      interrupted = true
      child.kill(signal)
    }
    for (const signal of SIGNALS) process.on(signal, handOn)
    const forget = () => {
      for (const signal of SIGNALS) process.off(signal, handOn)
    }
    child.once('error', (error) => {
      forget()
      reject(error)
    })
    child.once('close', (code) => {
      forget()
      if (interrupted) process.exit(1)
      resolve(code ?? 1)
    })
  })
}
