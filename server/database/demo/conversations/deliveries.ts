import { scriptsOf } from '../script'

/** Deliveries to the customer: dates, addresses, lifts, invoices of the freight. */
export const deliveries = scriptsOf(
  'Entregas',
  `
  C Oi, meu pedido {pedido} chega quando?
  L Oi, {nome}! Está na rota de {dia}, entre 13h e 18h.
  C Consegue me avisar antes?
  L O motorista liga quando estiver a três entregas da sua casa.
  C Perfeito, obrigada

  C Preciso mudar o endereço da entrega
  L Sem problema! Qual é o novo endereço?
  C {rua}
  L Anotado. Tem elevador? A caixa maior tem 1,90 m.
  C Tem, mas só o de serviço e até as 17h
  L Coloquei na observação: elevador de serviço, até as 17h.
  C 👏👏

  C {Saudacao}, o caminhão ainda não passou
  L {Saudacao}, {nome}! Já falei com o motorista: o trânsito na ponte atrasou a rota. Chega até as 17h30.
  C Ok, vou esperar
  C Chegou agora, tudo certinho
  L Que bom! Desculpa pela demora e aproveita {o} 🛋️

  C Vocês entregam em Gramado?
  L Entregamos às terças e sextas. O frete para a serra sai {parcela}.
  C E se comprar acima de 5 mil?
  L Aí o frete é por nossa conta.

  C O prédio só aceita mudança com agendamento, precisa do nome de quem vem
  L Claro! Vão o Jair e o Cléber; mando os documentos por e-mail para a portaria.
  C Pode ser {dia} às 9h?
  L Pode. Confirmado com a equipe.
  C A portaria já autorizou
  L Ótimo, até {dia}!

  C Não vou estar em casa amanhã, dá para remarcar?
  L Dá, {nome}. Tenho {dia} de manhã ou sábado à tarde.
  C Sábado à tarde
  L Remarcado para sábado, entre 13h e 17h.

  C Faltou uma caixa na entrega
  L Vou conferir agora. Qual o número que está na etiqueta das que chegaram?
  C 1 de 3 e 3 de 3
  L Achei a 2 de 3 no depósito, ficou para trás na carga. Levamos amanhã cedo, mil desculpas.
  C Tudo bem, acontece
  L Obrigada pela compreensão! Entregue hoje às 9h20, certo?
  C Certo, recebi!

  C {Saudacao}, podem mandar a nota fiscal do pedido {pedido}?
  L {Saudacao}! Mandei agora para o e-mail do cadastro. Chegou?
  C Chegou, obrigado

  C Preciso da nota no CNPJ da empresa
  L Consigo emitir assim até hoje às 18h. Me passa o CNPJ e a inscrição estadual?
  C Vou pedir para o financeiro e já mando
  L Perfeito, fico no aguardo.
  C 41.270.318/0001-07, isento
  L Nota emitida e enviada ✅

  C Segunda via do boleto, por favor
  L É pra já! Enviei para o seu e-mail, com vencimento para {dia}.
  C Muito obrigada

  C[mesa] Chegou e já está montada! Ficou maravilhosa
  L> Que capricho essa sala, {nome}! 😍 Podemos postar no nosso Instagram?
  C Pode sim, me marca!
  L Com certeza. Obrigada pela confiança!

  C Passando só para agradecer, os meninos da entrega foram muito educados
  L Que alegria ler isso! Já repassei para o Jair e o Cléber, eles ficaram felizes da vida.
  `,
)
