import { spawn } from 'node:child_process'
import { root } from './project.mjs'

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv }} Options */

/** Runs a program to its end and keeps what it says, to be shown only when it fails.
 *  @param {string} program @param {string[]} args @param {Options} [options]
 *  @returns {Promise<{ code: number, output: string }>} */
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

/** Runs a program to its end, on this console. Gives its exit code.
 *  @param {string} program @param {string[]} args @param {Options} [options]
 *  @returns {Promise<number>} */
export function runOpenly(program, args, options = {}) {
  return ended(spawn(program, args, { cwd: root, ...options, stdio: 'inherit' }))
}

/** Waits for a program; a signal to us while it runs is handed on to it, and ends us too once it has gone.
 *  `npm start` killed in the middle of an installation would otherwise leave it running.
 *  @param {import('node:child_process').ChildProcess} child
 *  @returns {Promise<number>} */
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
