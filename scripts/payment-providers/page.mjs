// The page on which a payer pays.

const names = { stripe: 'Stripe', wechatPay: '微信支付', alipay: '支付宝' };

/** What a bank does days later, at Stripe. */
const banks = `<button name="do" value="payByBank">由银行转账</button>
<button name="do" value="bankPays">银行：到账</button>
<button name="do" value="bankRefuses">银行：退回</button>
<button name="do" value="expire">页面过期</button>`;

/** The page of an order. */
export function payPage({ provider, number, amountFen }) {
  return `<!doctype html><html lang="zh-CN"><meta name="viewport" content="width=device-width">
<title>${names[provider]}</title><h1>${names[provider]}</h1><p>${number}</p><p>¥${(amountFen / 100).toFixed(2)}</p>
<form method="post"><button name="do" value="pay">付款</button>
<button name="do" value="payUntold">付款，通知丢失</button>
<button name="do" value="cancel">取消</button>${provider === 'stripe' ? banks : ''}</form></html>`;
}
