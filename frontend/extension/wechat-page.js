// In the page of the WeChat editor: sets the article by the editor's own interface.

addEventListener('message', (event) => {
  if (event.source !== window || event.data?.source !== 'moyan') return;
  if (event.data.type !== 'copyToMp' || typeof event.data.content !== 'string') return;
  window.__MP_Editor_JSAPI__?.invoke({
    apiName: 'mp_editor_set_content',
    apiParam: { content: event.data.content },
    sucCb: () => undefined,
    errCb: (error) => alert(`${event.data.failed}${error?.errmsg ? ` (${error.errmsg})` : ''}`),
  });
});
