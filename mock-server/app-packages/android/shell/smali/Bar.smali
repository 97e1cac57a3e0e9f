# The navigation bar: back, forward, the host of the page, load again.

.class final Lappshelf/shell/Bar;
.super Landroid/widget/LinearLayout;

.field private final host:Landroid/widget/TextView;

.method constructor <init>(Landroid/content/Context;Landroid/webkit/WebView;)V
    .locals 5
    invoke-direct {p0, p1}, Landroid/widget/LinearLayout;-><init>(Landroid/content/Context;)V
    # CENTER_VERTICAL
    const/16 v0, 0x10
    invoke-virtual {p0, v0}, Lappshelf/shell/Bar;->setGravity(I)V
    # The strings back and forward
    const v0, 0x7f020000
    const-string v1, "\u2039"
    const/4 v2, 0x0
    invoke-direct {p0, p2, v1, v0, v2}, Lappshelf/shell/Bar;->add(Landroid/webkit/WebView;Ljava/lang/String;II)V
    const v0, 0x7f020001
    const-string v1, "\u203a"
    const/4 v2, 0x1
    invoke-direct {p0, p2, v1, v0, v2}, Lappshelf/shell/Bar;->add(Landroid/webkit/WebView;Ljava/lang/String;II)V
    new-instance v0, Landroid/widget/TextView;
    invoke-direct {v0, p1}, Landroid/widget/TextView;-><init>(Landroid/content/Context;)V
    iput-object v0, p0, Lappshelf/shell/Bar;->host:Landroid/widget/TextView;
    invoke-virtual {v0}, Landroid/widget/TextView;->setSingleLine()V
    # The end of a host says whose it is.
    sget-object v1, Landroid/text/TextUtils$TruncateAt;->START:Landroid/text/TextUtils$TruncateAt;
    invoke-virtual {v0, v1}, Landroid/widget/TextView;->setEllipsize(Landroid/text/TextUtils$TruncateAt;)V
    new-instance v1, Landroid/widget/LinearLayout$LayoutParams;
    # No width of its own, WRAP_CONTENT, all of what is left
    const/4 v2, 0x0
    const/4 v3, -0x2
    const/high16 v4, 0x3f800000
    invoke-direct {v1, v2, v3, v4}, Landroid/widget/LinearLayout$LayoutParams;-><init>(IIF)V
    invoke-virtual {p0, v0, v1}, Lappshelf/shell/Bar;->addView(Landroid/view/View;Landroid/view/ViewGroup$LayoutParams;)V
    # The string reload
    const v0, 0x7f020002
    const-string v1, "\u21bb"
    const/4 v2, 0x2
    invoke-direct {p0, p2, v1, v0, v2}, Lappshelf/shell/Bar;->add(Landroid/webkit/WebView;Ljava/lang/String;II)V
    return-void
.end method

# Adds a button that shows a sign, is read out as a string and does an action of BarAction.
.method private add(Landroid/webkit/WebView;Ljava/lang/String;II)V
    .locals 5
    invoke-virtual {p0}, Lappshelf/shell/Bar;->getContext()Landroid/content/Context;
    move-result-object v0
    new-instance v1, Landroid/widget/Button;
    const/4 v2, 0x0
    # android.R.attr.borderlessButtonStyle
    const v3, 0x101032b
    invoke-direct {v1, v0, v2, v3}, Landroid/widget/Button;-><init>(Landroid/content/Context;Landroid/util/AttributeSet;I)V
    invoke-virtual {v1, p2}, Landroid/widget/Button;->setText(Ljava/lang/CharSequence;)V
    invoke-virtual {v0, p3}, Landroid/content/Context;->getString(I)Ljava/lang/String;
    move-result-object v2
    invoke-virtual {v1, v2}, Landroid/widget/Button;->setContentDescription(Ljava/lang/CharSequence;)V
    new-instance v2, Lappshelf/shell/BarAction;
    invoke-direct {v2, p1, p4}, Lappshelf/shell/BarAction;-><init>(Landroid/webkit/WebView;I)V
    invoke-virtual {v1, v2}, Landroid/widget/Button;->setOnClickListener(Landroid/view/View$OnClickListener;)V
    new-instance v2, Landroid/widget/LinearLayout$LayoutParams;
    # WRAP_CONTENT
    const/4 v3, -0x2
    invoke-direct {v2, v3, v3}, Landroid/widget/LinearLayout$LayoutParams;-><init>(II)V
    invoke-virtual {p0, v1, v2}, Lappshelf/shell/Bar;->addView(Landroid/view/View;Landroid/view/ViewGroup$LayoutParams;)V
    return-void
.end method

# Shows the host, or hides the bar.
.method tell(Ljava/lang/String;Z)V
    .locals 1
    iget-object v0, p0, Lappshelf/shell/Bar;->host:Landroid/widget/TextView;
    invoke-virtual {v0, p1}, Landroid/widget/TextView;->setText(Ljava/lang/CharSequence;)V
    # VISIBLE, GONE
    const/4 v0, 0x0
    if-nez p2, :set
    const/16 v0, 0x8
    :set
    invoke-virtual {p0, v0}, Lappshelf/shell/Bar;->setVisibility(I)V
    return-void
.end method
