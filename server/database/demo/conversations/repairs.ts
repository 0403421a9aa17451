import { scriptsOf } from '../script'

/** After the purchase: damage, guarantee, spare parts, assembly. */
export const repairs = scriptsOf(
  'Assistência',
  `
  C {Saudacao}, a perna da minha mesa está bamba
  L {Saudacao}, {nome}! Que chato. Você tem o número do pedido?
  C É o {pedido}
  L Achei. Está na garantia. Consegue me mandar uma foto da parte solta?
  C[cadeira] Essa daqui
  L> É só o parafuso de fixação. O técnico troca em quinze minutos, sem custo.
  C Quando ele vem?
  L {Dia}, entre 14h e 17h. Pode ser?
  C Pode sim, obrigada!

  C O guarda-roupa chegou com a porta riscada 😡
  L {nome}, sinto muito por isso. Me manda uma foto do risco, por favor?
  C[armario] Olha o tamanho
  L Entendi. Vou pedir uma porta nova agora mesmo; chega em 7 dias e a troca é por nossa conta.
  C Sete dias? Paguei caro
  L Você tem razão. Consegui com a fábrica para {dia}. Fico em cima e te aviso a cada passo.
  C Ok, obrigada por resolver
  L Nós é que agradecemos a paciência.

  C A gaveta da cômoda Figueira não fecha direito
  L Oi, {nome}! Isso costuma ser regulagem da corrediça. Quer um vídeo de como ajustar ou prefere a visita do técnico?
  C Prefiro a visita
  L Certo: {dia} pela manhã. Ele avisa pelo WhatsApp antes de sair.

  C Perdi a chave da cristaleira, vocês têm cópia?
  L Temos o miolo com duas chaves por R$ 38. Quer retirar na loja?
  C Quero, passo amanhã
  L Fica separado no seu nome no balcão.
  C Peguei hoje, muito obrigado!

  C {Saudacao}. O sofá está com um barulho quando senta
  L {Saudacao}! De que lado vem o barulho, {nome}?
  C Do lado da chaise
  L Deve ser a percinta. Ainda está na garantia até março, então o conserto é sem custo.
  L Posso mandar buscar {dia}?
  C E eu fico sem sofá quanto tempo?
  L Três dias. Se quiser, emprestamos uma poltrona enquanto isso.
  C Nossa, que atendimento! Pode buscar

  C o montador esqueceu os puxadores
  L Oi, {nome}, desculpa por isso. Já falei com o Valdir: ele leva hoje no fim da tarde.
  C ele acabou de passar, tudo certo!
  L Que bom! Ficou do jeito que você queria?
  C ficou lindo

  C Dá para trocar o tecido da poltrona? O gato arranhou tudo
  L Dá, sim! 😸 O reestofamento sai a partir de {parcela} com tecido à prova de garras.
  C Existe isso??
  L Existe: é um chenille bem fechado. Passa na loja que você leva a cartela para casa.

  C Já faz duas semanas que espero a peça e ninguém me responde
  L {nome}, você tem toda razão e peço desculpas. A peça saiu da fábrica ontem.
  L O código de rastreio está no seu e-mail e eu mesma acompanho até chegar.
  C Espero que chegue mesmo
  L Chega {dia}. Se não chegar, me chama direto aqui.
  C Chegou! Obrigada por insistir

  C Como limpa o linho?
  L Aspirador com bocal macio toda semana e pano úmido com sabão neutro nas manchas. Nada de álcool!
  C Caiu vinho 😬
  L Papel toalha sem esfregar, depois água com gás. Se ficar marca, mandamos a higienização.
  C Saiu tudo, vocês são ótimos

  C A luz do painel não acende
  L Vamos ver juntos: a fonte, atrás do nicho, está com a luzinha verde acesa?
  C Não está
  L Então é a fonte. Troco sem custo, é coisa de dez minutos. {dia} às 10h?
  C Combinado
  `,
)
