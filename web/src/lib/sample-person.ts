/** For previews of texts: no customer, but a name and a number such as people know. */
export const samplePerson = { name: 'Maria Souza', number: '5551999990000', email: 'maria@exemplo.com' }
