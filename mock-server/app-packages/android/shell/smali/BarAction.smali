# What a button of the bar does: 0 goes back, 1 forward, 2 loads the page again.

.class final Lappshelf/shell/BarAction;
.super Ljava/lang/Object;
.implements Landroid/view/View$OnClickListener;

.field private final page:Landroid/webkit/WebView;
.field private final action:I

.method constructor <init>(Landroid/webkit/WebView;I)V
    .locals 0
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Lappshelf/shell/BarAction;->page:Landroid/webkit/WebView;
    iput p2, p0, Lappshelf/shell/BarAction;->action:I
    return-void
.end method

.method public onClick(Landroid/view/View;)V
    .locals 2
    iget-object v0, p0, Lappshelf/shell/BarAction;->page:Landroid/webkit/WebView;
    iget v1, p0, Lappshelf/shell/BarAction;->action:I
    packed-switch v1, :actions
    invoke-virtual {v0}, Landroid/webkit/WebView;->reload()V
    return-void
    :back
    invoke-virtual {v0}, Landroid/webkit/WebView;->goBack()V
    return-void
    :forward
    invoke-virtual {v0}, Landroid/webkit/WebView;->goForward()V
    return-void
    :actions
    .packed-switch 0x0
        :back
        :forward
    .end packed-switch
.end method
